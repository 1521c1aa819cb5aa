//! What is said in German.

use super::*;

#[test]
fn what_is_to_be_remembered_is_kept_in_german_too() {
    for (said, wanted) in [
        (
            "Merk dir, dass der Server auf Port 9000 läuft.",
            "Der Server läuft auf Port 9000.",
        ),
        (
            "Merke dir bitte, dass die Frist am 3. März endet!",
            "Die Frist endet am 3. März.",
        ),
        (
            "Bitte merk dir: der Build läuft nachts.",
            "Der Build läuft nachts.",
        ),
        (
            "Merke dir, dass am Freitag niemand deployt.",
            "Am Freitag deployt niemand.",
        ),
        (
            "Vergiss nicht, dass ich in Graz wohne.",
            "Der Benutzer wohnt in Graz.",
        ),
        (
            "Denk daran, dass wir Postgres verwenden.",
            "Das Team verwendet Postgres.",
        ),
        (
            "Denke daran, dass Jonas jede Migration prüft.",
            "Jonas prüft jede Migration.",
        ),
        (
            "Vergiss nicht: Jonas prüft jede Migration.",
            "Jonas prüft jede Migration.",
        ),
    ] {
        assert_eq!(kept(said), [wanted], "{said}");
    }
    for said in [
        "Denk daran, Milch zu kaufen.",
        "Vergiss nicht, den Server neu zu starten.",
        "Merk dir, die Blumen zu gießen.",
    ] {
        assert!(told(said).is_empty(), "{said}: {:?}", told(said));
    }
}

#[test]
fn what_is_said_behind_dass_reads_as_a_sentence() {
    for (clause, wanted) in [
        (
            "unser Team sich montags trifft",
            "Unser Team trifft sich montags.",
        ),
        (
            "sich unser Team montags trifft",
            "Unser Team trifft sich montags.",
        ),
        ("wir uns montags treffen", "Wir treffen uns montags."),
        (
            "die Lizenz am Freitag abläuft",
            "Die Lizenz läuft am Freitag ab.",
        ),
        (
            "wir auf Postgres umgestellt haben",
            "Wir haben auf Postgres umgestellt.",
        ),
        (
            "der Build nachts fehlgeschlagen ist",
            "Der Build ist nachts fehlgeschlagen.",
        ),
        (
            "niemand am Freitag deployen darf",
            "Niemand darf am Freitag deployen.",
        ),
        (
            "jeder sein Branch selbst löscht",
            "Jeder löscht sein Branch selbst.",
        ),
        (
            "Anna montags nicht antwortet",
            "Anna antwortet montags nicht.",
        ),
        (
            "um 9 Uhr das Meeting beginnt",
            "Um 9 Uhr beginnt das Meeting.",
        ),
        (
            "die zwei neuen Server in Graz stehen",
            "Die zwei neuen Server stehen in Graz.",
        ),
        ("Kaffee mir nicht guttut", "Kaffee tut mir nicht gut."),
        ("ich Python nicht mag", "Der Benutzer mag Python nicht."),
        (
            "Jonas die Tests vor dem Merge überprüft",
            "Jonas überprüft die Tests vor dem Merge.",
        ),
        (
            "jede Migration von Jonas geprüft werden muss",
            "Es gilt, dass jede Migration von Jonas geprüft werden muss.",
        ),
        (
            "Anna Meyer in Graz wohnt",
            "Es gilt, dass Anna Meyer in Graz wohnt.",
        ),
        (
            "der Server, den wir mieten, in Graz steht",
            "Es gilt, dass der Server, den wir mieten, in Graz steht.",
        ),
        (
            "unser Büro im Mai umzieht",
            "Es gilt, dass unser Büro im Mai umzieht.",
        ),
        (
            "Anna kocht und Bob abwäscht",
            "Es gilt, dass Anna kocht und Bob abwäscht.",
        ),
        (
            "wir das hätten testen sollen",
            "Es gilt, dass wir das hätten testen sollen.",
        ),
        ("wir treffen uns am Montag", "Wir treffen uns am Montag."),
    ] {
        assert_eq!(
            kept(&format!("Merk dir, dass {clause}.")),
            [wanted],
            "{clause}"
        );
    }
    let main = "Merk dir, dass: Der Build läuft nachts.";
    assert_eq!(kept(main), ["Der Build läuft nachts."]);
    for clause in [
        "er in Graz wohnt",
        "das am Freitag passiert",
        "sie es hasst",
    ] {
        let said = format!("Merk dir, dass {clause}.");
        assert!(told(&said).is_empty(), "{said}: {:?}", told(&said));
    }
}

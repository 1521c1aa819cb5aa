// What somebody typed and did not save: kept until it is saved or thrown away, also when the tab or the page is left.

const KEY = "mneme-drafts";

const all = () => {
  try {
    return JSON.parse(sessionStorage.getItem(KEY)) ?? {};
  } catch {
    return {};
  }
};

/** `{ text, base }`: what was typed, and what stood there when the typing began. */
export const draft = (name) => all()[name] ?? null;

export function keepDraft(name, value) {
  const { [name]: _old, ...rest } = all();
  sessionStorage.setItem(KEY, JSON.stringify(value ? { ...rest, [name]: value } : rest));
}

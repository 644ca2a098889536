// Rules that are saved in this browser. What the storage holds is text from anywhere, and is checked.

/** @typedef {{name: string, text: string, parameters: Record<string, number>}} Saved */

const KEY = "rules";
const MOST = 200;

/** @returns {Saved[]} by name */
export function saved() {
  try {
    const all = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    if (!Array.isArray(all)) return [];
    return all.flatMap((one) => {
      const { name, text, parameters } = Object(one);
      if (typeof name !== "string" || typeof text !== "string") return [];
      const numbers = Object.entries(Object(parameters)).filter(([, number]) => Number.isSafeInteger(number));
      return [{ name, text, parameters: Object.fromEntries(/** @type {[string, number][]} */ (numbers)) }];
    });
  } catch {
    return [];
  }
}

/** @param {Saved} one saved in place of another of the same name */
export function keep(one) {
  const others = saved().filter(({ name }) => name !== one.name);
  store([...others, one].slice(-MOST));
}

/** @param {string} name */
export function forget(name) {
  store(saved().filter((one) => one.name !== name));
}

/** @param {Saved[]} all */
function store(all) {
  all.sort((one, other) => one.name.localeCompare(other.name));
  try {
    localStorage.setItem(KEY, JSON.stringify(all));
  } catch {
    // Without storage nothing is saved.
  }
}

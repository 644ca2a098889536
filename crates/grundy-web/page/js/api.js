// The client of the HTTP API. Answers about positions never change, so they are cached.

/** @import {Block, Crossed, Explained, Hint, Listed, Listing, Named, Place, RawPart, Recognised, Recorded, Reply, Spec, Valued} from "./types.js" */

const ROOT = "api/v1/";

/** An error response. */
export class Refusal extends Error {
  /**
   * @param {number} status
   * @param {{message?: string, hint?: string | null, code?: string, at?: {text: string, start: number, end: number} | null}} body
   */
  constructor(status, body) {
    super(body.message ?? `the server returned status ${status}`);
    this.status = status;
    /** What kind of error it is; `unreachable` if there is no server. */
    this.code = body.code ?? "";
    this.hint = body.hint ?? null;
    this.at = body.at ?? null;
  }
}

/**
 * Parses JSON. Integers that a double would round become strings.
 * @param {string} text
 */
export function parse(text) {
  /** @type {(key: string, value: any, context?: {source?: string}) => any} */
  const exact = (_, value, context) =>
    typeof value === "number" && Number.isInteger(value) && !Number.isSafeInteger(value) && context?.source
      ? context.source
      : value;
  return JSON.parse(text, /** @type {(key: string, value: any) => any} */ (exact));
}

/**
 * @param {string} path
 * @param {Record<string, string | number | null | undefined>} params
 */
export function address(path, params) {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(params)) {
    if (value !== null && value !== undefined) query.set(key, String(value));
  }
  const text = query.toString();
  return `${ROOT}${path}${text === "" ? "" : `?${text}`}`;
}

/** Was the request cancelled by the page? @param {unknown} error */
export function aborted(error) {
  return error instanceof DOMException && error.name === "AbortError";
}

/** Is there no server? @param {unknown} error */
export function isUnreachable(error) {
  return error instanceof Refusal && error.code === "unreachable";
}

/** The error if there is no server; the frame of the page shows it, and tries again. */
function unreachable() {
  dispatchEvent(new Event("unreachable"));
  return new Refusal(0, { code: "unreachable", message: "The program does not answer", hint: "Is it still running?" });
}

/**
 * @param {string} url
 * @param {RequestInit} [init]
 */
export async function ask(url, init) {
  /** @type {Response} */
  let response;
  try {
    response = await fetch(url, init);
  } catch (error) {
    if (aborted(error)) throw error;
    throw unreachable();
  }
  if (response.ok) return response;
  const text = await response.text();
  let body = {};
  try {
    body = parse(text);
  } catch {
    body = { message: text || response.statusText };
  }
  throw new Refusal(response.status, body);
}

/**
 * @param {string} path
 * @param {Record<string, string | number | null | undefined>} [params]
 * @param {AbortSignal} [signal]
 */
export async function get(path, params = {}, signal) {
  return parse(await (await ask(address(path, params), { signal: signal ?? null })).text());
}

/**
 * @param {string} path
 * @param {unknown} body
 * @param {AbortSignal} [signal]
 */
async function post(path, body, signal) {
  const init = {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
    signal: signal ?? null,
  };
  return parse(await (await ask(ROOT + path, init)).text());
}

/** @type {Map<string, Promise<any>>} */
const kept = new Map();
const MOST_KEPT = 400;

/**
 * @param {string} path
 * @param {Record<string, string | undefined>} [params]
 * @param {AbortSignal} [signal]
 */
function keep(path, params = {}, signal) {
  return remembered(address(path, params), () => get(path, params, signal), signal);
}

/**
 * @param {string} path
 * @param {unknown} body
 */
function keepPost(path, body) {
  return remembered(`${path} ${JSON.stringify(body)}`, () => post(path, body));
}

/**
 * @param {string} key
 * @param {() => Promise<any>} asked
 * @param {AbortSignal} [signal]
 * @returns {Promise<any>}
 */
function remembered(key, asked, signal) {
  const found = kept.get(key);
  // What another caller has cancelled is asked again.
  if (found)
    return found.catch((error) => {
      if (!aborted(error) || signal?.aborted) throw error;
      return remembered(key, asked, signal);
    });
  const answer = asked();
  kept.set(key, answer);
  answer.catch((error) => {
    // Invalid positions stay invalid; timeouts and a busy server are temporary.
    if (!(error instanceof Refusal) || error.status === 0 || error.status === 408 || error.status >= 429)
      if (kept.get(key) === answer) kept.delete(key);
  });
  const oldest = kept.keys().next().value;
  if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
  return answer;
}

/** @returns {Promise<Listing[]>} */
export const games = () => keep("games");
/** @param {string} game @returns {Promise<Named>} the parts of a game */
export const game = (game) => keep("game", { game });
/** @param {Spec} spec @returns {Promise<Named>} the game of these parts */
export const gameOf = (spec) => keepPost("game", spec);
/**
 * What is recognised of rules.
 * @param {string} text in braces or as a file
 * @param {Record<string, number>} parameters those that are left out have their least number
 * @returns {Promise<Recognised>}
 */
export const rules = (text, parameters) => keepPost("rules", { text, parameters });
/**
 * A position.
 * @param {string} at
 * @param {string} [to] another position of the same game, in the notation of moves
 * @returns {Promise<Place>}
 */
export const place = (at, to) => keep("position", { at, to });
/** @param {RawPart} part @returns {Promise<Place>} the position of these parts */
export const placeOf = (part) => keepPost("position", part);
/** @param {string} at @param {string} [to] @param {AbortSignal} [signal] @returns {Promise<Valued>} */
export const value = (at, to, signal) => keep("value", { at, to }, signal);
/** @param {string} at @param {AbortSignal} [signal] @returns {Promise<Explained>} */
export const explain = (at, signal) => keep("explain", { at }, signal);
/** @param {string} at @param {AbortSignal} [signal] @returns {Promise<Listed>} */
export const moves = (at, signal) => keep("moves", { at }, signal);
/** The moves without their values, at once. @param {string} at @returns {Promise<Listed>} */
export const movesOnly = (at) => keep("moves", { at, values: "no" });
/**
 * The options of a table cell, by line.
 * @param {string} game
 * @param {number} a
 * @param {number} b
 * @returns {Promise<Crossed>}
 */
export const lines = (game, a, b) => keep("lines", { game, a: String(a), b: String(b) });
/** @param {string} game @param {number} [size] @param {number} [seed] @returns {Promise<Place>} a random position */
export const sample = (game, size, seed) => get("sample", { game, size, seed });
/**
 * The papers that a source names.
 * @param {string} by
 * @returns {Promise<{key: string, place: string | null, bibtex: string}[]>}
 */
export const papers = (by) => get("papers", { by }).then(({ papers: found }) => found);
/**
 * The sequences of the OEIS that agree with some numbers, among those that the program computes.
 * @param {number[]} terms
 * @returns {Promise<{number: string, name: string, form: string, agree: number}[]>}
 */
export const oeis = (terms) => get("oeis", { terms: terms.join(",") }).then(({ found }) => found);
/** @returns {Promise<Recorded[]>} */
export const claims = () => get("claims");

/** @typedef {{at: string, blocked?: string[] | undefined}} Ask `blocked`: undefined if not chosen yet */
/** @typedef {Ask & {opponent: string, seed?: number}} Turn */

/** @param {Turn} turn @param {AbortSignal} [signal] @returns {Promise<Reply>} */
export const reply = (turn, signal) => post("play/reply", turn, signal);
/** @param {Turn} turn @param {AbortSignal} [signal] @returns {Promise<Block>} */
export const block = (turn, signal) => post("play/block", turn, signal);
/** @param {Ask} turn @param {AbortSignal} [signal] @returns {Promise<Hint>} */
export const hint = (turn, signal) => post("play/hint", turn, signal);
/** @param {Ask} turn @param {AbortSignal} [signal] @returns {Promise<{argument: string[]}>} */
export const why = (turn, signal) => post("play/why", turn, signal);
/** @param {{at: string, moves: string[]}} game @returns {Promise<{legal: number}>} how many moves are legal, from the first on */
export const history = (game) => post("play/history", game);
/** @param {{at: string, blocked: string[]}} turn @returns {Promise<{legal: boolean}>} */
export const canBlock = (turn) => post("play/can_block", turn);

/**
 * Checks a certificate.
 * @param {string} text
 */
export async function check(text) {
  const init = { method: "POST", headers: { "content-type": "text/plain" }, body: text };
  return parse(await (await ask(`${ROOT}check`, init)).text());
}

/**
 * Runs long work: reports progress and returns the result. Aborting the signal cancels the work.
 * @param {string} path
 * @param {Record<string, string | number | null | undefined>} params
 * @param {(progress: {done: number, total?: number | null, place?: string | null}) => void} progress
 * @param {AbortSignal} signal
 * @returns {Promise<any>}
 */
export async function stream(path, params, progress, signal) {
  const response = await ask(address(path, params), { headers: { accept: "text/event-stream" }, signal });
  if (!response.headers.get("content-type")?.startsWith("text/event-stream"))
    return parse(await response.text());
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (!reader) throw new Refusal(0, { message: "the response is empty" });
  let text = "";
  for (;;) {
    const { done, value: more } = await reader.read().catch((error) => {
      throw aborted(error) ? error : unreachable();
    });
    text += (more ?? "").replaceAll("\r\n", "\n");
    for (let end = text.indexOf("\n\n"); end >= 0; end = text.indexOf("\n\n")) {
      const { event, data } = message(text.slice(0, end));
      text = text.slice(end + 2);
      if (event === "progress") progress(parse(data));
      if (event === "result") return parse(data);
      if (event === "error") {
        const told = parse(data);
        throw new Refusal(told.status ?? 422, told);
      }
    }
    if (done) throw new Refusal(0, { message: "the connection was closed", hint: "try again, or use smaller numbers" });
  }
}

/** @param {string} block */
function message(block) {
  const lines = block.split("\n");
  /** @param {string} name */
  const all = (name) =>
    lines
      .filter((line) => line.startsWith(`${name}:`))
      .map((line) => line.slice(name.length + 1).trimStart());
  return { event: all("event").join("") || "message", data: all("data").join("\n") };
}

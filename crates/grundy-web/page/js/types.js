// What the API answers, for the type checker. See docs/json.md and docs/api.md.

/**
 * A number of any length: as text where a double would round it.
 * @typedef {number | string} Big
 *
 * @typedef {{name: string, optional: boolean, takes: "number" | "edges" | "choice", min?: number, values?: string[]}} Parameter
 * @typedef {{name: string, notation: string, rules: string, example: string, paper: string, board: string,
 *   plane: string | null, sequences: boolean, periods: boolean, parameters: Parameter[]}} Listing
 *
 * @typedef {{kind: "strips" | "piles" | "graph" | "compound", shared?: number, strips?: Big[][], piles?: Big[],
 *   edges?: [number, number, boolean][]}} Board
 * @typedef {{game: string, position: string, board: Board, plane: boolean, cell?: [number, number]}} Part
 * @typedef {{game: string, position: string, text: string, parts: Part[], closed?: boolean | null, blocking?: string | null,
 *   stuck: boolean}} Place
 *
 * @typedef {{game: string, position: string, value: Big | null, outcome: "N" | "P"}} Component
 * @typedef {{game: string, position: string, value: Big | null, outcome: "N" | "P", winning_moves: string[],
 *   every_winning_move: boolean, blocking?: string, blocked?: string[], by: string, components?: Component[]}} Valued
 * @typedef {{argument: string[], why: string[], by: string}} Explained
 *
 * @typedef {{to: string, value: number, winning: boolean, description: string, then_block?: string[]}} Move
 * @typedef {{game: string, position: string, value: number, blocking?: string, blocked?: string[], moves: Move[]}} Listed
 *
 * @typedef {{to: string | null, description: string | null, over: boolean, winner: string | null}} Reply
 * @typedef {{blocked: string[], wins: boolean, over: boolean}} Block
 * @typedef {{to: string, description: string, winning: boolean, then_block?: string[]} | {block: string[], winning: boolean}} Hint
 * @typedef {{text: string, value: number, lines: {kind: string, cells: [number, number][]}[], elsewhere: number}} Crossed
 *
 * @typedef {{game: string, row?: number, value?: number, diagonal?: number, preperiod: number | null, period: number | null,
 *   saltus: number | null, state_period: number | null, verdict: "proved" | "refuted" | "open", searched_to?: number,
 *   candidate?: {preperiod: number, period: number, saltus: number} | null, certificate?: string | null}} Known
 *
 * A claim with the verdict on record, and as it was just checked.
 * @typedef {{id: string, paper: string, place: string, kind: string, statement: string, expected: string,
 *   published: string | null, computed: string | null, witness: string | null}} Recorded
 * @typedef {Recorded & {verdict: string, checked_to: string, differences: number, on_record: boolean, detail: string[]}} Told
 *
 * What a view is: it lives in an element, follows the address, and can be left.
 * @typedef {{update(params: URLSearchParams): void, leave(): void}} View
 *
 * @typedef {{x: number, y: number}} Point
 */

export {};

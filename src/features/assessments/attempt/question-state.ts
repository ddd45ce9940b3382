/** One question of a running attempt, as the page shows it. */
import type { Letter } from '#contract/assessments/shapes.ts'

/** Where one answer is (EX3). */
export type SaveMark =
  | { kind: 'none' }
  /** Not yet on the device's disk: nothing is promised. */
  | { kind: 'keeping' }
  /** On this device, not on the server. */
  | { kind: 'waiting' }
  /** By the server's clock, in ms. */
  | { kind: 'saved'; at: number }
  /** Arrived after the end: kept for review, not counted. */
  | { kind: 'late' }
  /** Another device went on meanwhile: kept for review. */
  | { kind: 'aside' }
  /** This question was submitted with another choice before; that one counts. */
  | { kind: 'conflict' }

export interface QuestionState {
  position: number
  choice: Letter | null
  final: boolean
  marked: boolean
  seen: boolean
  save: SaveMark
}

/** A question that was drawn: `options[0]` is the author's option (0 = A) that is shown first. */
export interface DrawnQuestion {
  readonly id: number
  readonly version: number
  readonly topic_id: number
  readonly options: readonly [number, number, number, number]
}

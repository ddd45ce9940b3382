/** What came of an action on several rows, with the rows as they were: names stay readable after the list has changed. */
export interface BulkOutcomeOf<Reason extends string> {
  readonly rows: readonly { readonly id: number; readonly name: string }[]
  readonly results: readonly {
    readonly id: number
    readonly result: 'done' | 'unchanged' | 'refused'
    readonly reason: Reason | null
  }[]
}

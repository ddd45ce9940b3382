/** A call needs a new proof of the person's identity (trust 8.2). Core knows no screens: the app hands in the sheet. */

/** Resolves true once the person has proved their identity, false when they declined. */
export type AskForProof = () => Promise<boolean>
let ask: AskForProof | null = null
let pending: Promise<boolean> | null = null

export const provideStepUpSheet = (open: AskForProof | null) => {
  ask = open
}

/** Calls that fail at the same time share one question. */
export const proveIdentity: AskForProof = () => {
  pending ??= (ask ? ask() : Promise.resolve(false)).finally(() => {
    pending = null
  })
  return pending
}

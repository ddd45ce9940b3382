/** What waits on this device to be sent: each feature that has a queue tells of it in this form. */

export type WaitingKind =
  | 'article'
  | 'video'
  | 'place'
  | 'answers'
  | 'quiz'
  | 'note'
  | 'problem'
  | 'thread'
  | 'comment'
  | 'vote'
  | 'bookmark'
  | 'follow'
  | 'words'
  | 'sealed'
  | 'time'
  | 'exam'
  | 'submission'
  | 'film'
  | 'review'
  | 'question'
  | 'assessment'

export interface Waiting {
  /** Unique within its source. */
  id: string
  kind: WaitingKind
  /** The lesson or the words that it is about, as people wrote them; null where the device does not know. */
  title: string | null
  /** ms since 1970; null for what an older version left. */
  since: number | null
  /** Page where it can be looked at; null for none. */
  path: string | null
  /** True for what is sent by itself, false for what somebody has to finish. */
  sends: boolean
  /** Why the server did not take it; null while it merely waits. */
  refused: string | null
  /** It cannot be given up by hand. */
  stays?: boolean
  /** How long somebody studied, where that is what waits. */
  minutes?: number
}

export interface OutboxSource {
  name: string
  list: () => Promise<readonly Waiting[]>
  /** Tries to send what waits, and the named entry again although it was refused. */
  retry: (id?: string) => Promise<unknown>
  discard: (id: string) => Promise<unknown>
  subscribe: (changed: () => void) => () => void
}

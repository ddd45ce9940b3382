/**
 * One course being edited in one tab: the document as its author sees it (the saved one with what waits upon it), and
 * where saving stands. A small store without React; the server, the device and the clock are handed in.
 */
import { sameValue } from '#contract/problems/compare-output.ts'
import type { DraftState } from '#contract/course-builder/course-builder.ts'
import { OPERATIONS_MAX, type CourseDocument, type Operation } from '#contract/course-builder/draft.ts'
import {
  applyOperation,
  applyOperations,
  mergeOperations,
} from '#contract/course-builder/draft-operations.ts'
import { createAutosave, type Autosave, type Batch, type Kept, type SaveState } from './autosave.ts'

export type Standing = Pick<DraftState, 'revision' | 'saved_at' | 'saved_by'>

export interface EditingState {
  document: CourseDocument
  save: SaveState
  revision: number
  /** Rises when the document was exchanged: fields that keep what they were given start anew. */
  epoch: number
  /** What somebody else saved meanwhile; null while there is no conflict or it is not known yet. */
  theirs: DraftState | null
  /** Changes of an earlier visit that had not reached the server. */
  recovered: boolean
}

interface Parts {
  draft: DraftState
  kept: Kept<Operation> | null
  send: (batch: Batch<Operation>, revision: number) => Promise<Standing>
  read: () => Promise<DraftState>
  judge: (error: unknown) => 'passing' | 'conflict' | 'refused'
  keep: (kept: Kept<Operation> | null) => void
  now: () => number
  later: (action: () => void, ms: number) => () => void
  newId: () => string
}

export interface Editing {
  state: () => EditingState
  subscribe: (listener: () => void) => () => void
  apply: (action: Operation) => void
  flush: () => void
  settled: () => Promise<void>
  pending: () => boolean
  /** The answer of a restoration: the server's document is the document. */
  exchange: (draft: DraftState) => void
  takeTheirs: () => void
  mineOnTop: () => void
  stop: () => void
}

/** Whether doing all of it once more would change nothing. */
const holds = (document: CourseDocument, actions: readonly Operation[]): boolean =>
  sameValue(applyOperations(document, actions), document)

export const startEditing = (parts: Parts): Editing => {
  const { draft, kept } = parts
  const unsaved = kept ? [...(kept.batch?.changes ?? []), ...kept.changes] : []
  let state: EditingState = {
    document: applyOperations(draft.document, unsaved),
    save: unsaved.length > 0 ? { phase: 'changed' } : { phase: 'saved', at: Date.parse(draft.saved_at) },
    revision: draft.revision,
    epoch: 0,
    theirs: null,
    recovered: unsaved.length > 0,
  }
  /** What the server does not have, in order: to be done again upon what somebody else saved. */
  let open: Operation[] = [...unsaved]
  const listeners = new Set<() => void>()
  const set = (change: Partial<EditingState>) => {
    state = { ...state, ...change }
    for (const listener of listeners) listener()
  }

  const autosave: Autosave<Operation> = createAutosave<Operation, Standing>({
    revision: draft.revision,
    kept,
    newId: parts.newId,
    batchMax: OPERATIONS_MAX,
    send: async (batch, revision) => {
      const result = await parts.send(batch, revision)
      return { revision: result.revision, result }
    },
    judge: parts.judge,
    merge: mergeOperations,
    keep: (next) => {
      open = next ? [...(next.batch?.changes ?? []), ...next.changes] : []
      parts.keep(next)
    },
    onState: (save) => {
      set({ save })
      if (save.phase === 'conflict') void look()
    },
    onSaved: (_result, _changes, revision) => set({ revision, recovered: false }),
    now: parts.now,
    later: parts.later,
  })

  /** Who saved what: asked for until it is known, for nothing can be decided without. */
  const look = async () => {
    try {
      const theirs = await parts.read()
      // A page that was just closed may have saved all of it after all: then there is nothing to decide.
      if (holds(theirs.document, open)) exchange(theirs)
      else set({ theirs })
    } catch {
      parts.later(() => {
        if (state.save.phase === 'conflict') void look()
      }, 5000)
    }
  }
  const exchange = (next: DraftState) => {
    autosave.drop(next.revision)
    set({
      document: next.document,
      revision: next.revision,
      save: { phase: 'saved', at: Date.parse(next.saved_at) },
      epoch: state.epoch + 1,
      theirs: null,
      recovered: false,
    })
  }
  if (unsaved.length > 0) autosave.flush()

  return {
    state: () => state,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    apply: (action) => {
      set({ document: applyOperation(state.document, action) })
      autosave.change(action)
    },
    flush: autosave.flush,
    settled: autosave.settled,
    pending: autosave.pending,
    exchange,
    takeTheirs: () => {
      if (state.theirs) exchange(state.theirs)
    },
    mineOnTop: () => {
      const { theirs } = state
      if (!theirs) return
      set({
        document: applyOperations(theirs.document, open),
        revision: theirs.revision,
        epoch: state.epoch + 1,
        theirs: null,
      })
      autosave.rebase(theirs.revision)
    },
    stop: autosave.stop,
  }
}

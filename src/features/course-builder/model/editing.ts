/**
 * One course being edited in one tab: the author's document (the saved one plus unsaved changes) and the
 * save state. A small framework-free store; server, device and clock are passed in.
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

export type SavedRevision = Pick<DraftState, 'revision' | 'saved_at' | 'saved_by'>

export interface EditingState {
  document: CourseDocument
  save: SaveState
  revision: number
  /** Increases when the document was replaced, so that fields with state of their own start again. */
  epoch: number
  /** What somebody else saved; null without a conflict or while it is being fetched. */
  theirs: DraftState | null
  /** Whether unsaved changes of an earlier visit were restored. */
  recovered: boolean
}

interface Options {
  draft: DraftState
  stored: Kept<Operation> | null
  send: (batch: Batch<Operation>, revision: number) => Promise<SavedRevision>
  read: () => Promise<DraftState>
  classifyError: (error: unknown) => 'transient' | 'conflict' | 'refused'
  store: (stored: Kept<Operation> | null) => void
  now: () => number
  setTimer: (action: () => void, ms: number) => () => void
  newId: () => string
}

export interface Editing {
  state: () => EditingState
  subscribe: (listener: () => void) => () => void
  apply: (action: Operation) => void
  flush: () => void
  settled: () => Promise<void>
  pending: () => boolean
  /** Replaces the document by the server's one, for example after a restore. */
  replaceDocument: (draft: DraftState) => void
  takeTheirs: () => void
  mergeMine: () => void
  stop: () => void
}

/** Whether applying all operations again would change nothing. */
const alreadyContains = (document: CourseDocument, actions: readonly Operation[]): boolean =>
  sameValue(applyOperations(document, actions), document)

export const startEditing = (options: Options): Editing => {
  const unsaved = operationsOf(options.stored)
  const store = createStore(initialState(options.draft, unsaved))
  /** Unsaved operations in order, to be applied again on top of another author's version. */
  let unsavedOperations: Operation[] = [...unsaved]
  const { state, set } = store

  const autosave = createOperationAutosave(options, {
    onStored: (operations) => {
      unsavedOperations = operations
    },
    onState: (save) => {
      set({ save })
      if (save.phase === 'conflict') void fetchTheirs()
    },
    onSaved: (revision) => set({ revision, recovered: false }),
  })

  /**
   * Fetches the other author's version, retrying until it is there, because the author cannot decide
   * without it.
   */
  const fetchTheirs = async () => {
    try {
      const theirs = await options.read()
      // A page that was just closed may have saved everything after all. Then there is nothing to decide.
      if (alreadyContains(theirs.document, unsavedOperations)) replaceDocument(theirs)
      else set({ theirs })
    } catch {
      options.setTimer(() => {
        if (state().save.phase === 'conflict') void fetchTheirs()
      }, 5000)
    }
  }
  const replaceDocument = (next: DraftState) => {
    autosave.drop(next.revision)
    set(stateOf(next, state().epoch + 1))
  }
  if (unsaved.length > 0) autosave.flush()

  return {
    state,
    subscribe: store.subscribe,
    apply: (action) => {
      set({ document: applyOperation(state().document, action) })
      autosave.change(action)
    },
    flush: autosave.flush,
    settled: autosave.settled,
    pending: autosave.pending,
    replaceDocument,
    takeTheirs: () => {
      const { theirs } = state()
      if (theirs) replaceDocument(theirs)
    },
    mergeMine: () => {
      const { theirs } = state()
      if (!theirs) return
      set({
        document: applyOperations(theirs.document, unsavedOperations),
        revision: theirs.revision,
        epoch: state().epoch + 1,
        theirs: null,
      })
      autosave.rebase(theirs.revision)
    },
    stop: autosave.stop,
  }
}

const initialState = (draft: DraftState, unsaved: readonly Operation[]): EditingState => {
  const saved = stateOf(draft, 0)
  if (unsaved.length === 0) return saved
  const document = applyOperations(draft.document, unsaved)
  return { ...saved, document, save: { phase: 'changed' }, recovered: true }
}

/** The server's document, after it replaced the author's. */
const stateOf = (draft: DraftState, epoch: number): EditingState => ({
  document: draft.document,
  revision: draft.revision,
  save: { phase: 'saved', at: Date.parse(draft.saved_at) },
  epoch,
  theirs: null,
  recovered: false,
})

const createStore = (initial: EditingState) => {
  let state = initial
  const listeners = new Set<() => void>()
  return {
    state: () => state,
    set: (change: Partial<EditingState>) => {
      state = { ...state, ...change }
      for (const listener of listeners) listener()
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** Unsaved operations in their order. */
const operationsOf = (stored: Kept<Operation> | null): Operation[] =>
  stored ? [...(stored.batch?.changes ?? []), ...stored.changes] : []

interface AutosaveListener {
  onStored: (operations: Operation[]) => void
  onState: (save: SaveState) => void
  onSaved: (revision: number) => void
}

const createOperationAutosave = (options: Options, listener: AutosaveListener): Autosave<Operation> =>
  createAutosave<Operation, SavedRevision>({
    revision: options.draft.revision,
    stored: options.stored,
    newId: options.newId,
    batchMax: OPERATIONS_MAX,
    send: async (batch, revision) => {
      const result = await options.send(batch, revision)
      return { revision: result.revision, result }
    },
    classifyError: options.classifyError,
    merge: mergeOperations,
    store: (next) => {
      listener.onStored(operationsOf(next))
      options.store(next)
    },
    onState: listener.onState,
    onSaved: (_result, _changes, revision) => listener.onSaved(revision),
    now: options.now,
    setTimer: options.setTimer,
  })

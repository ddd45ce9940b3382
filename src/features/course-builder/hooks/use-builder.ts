import { createContext, use } from 'react'
import type { DraftState } from '#contract/course-builder/course-builder.ts'
import type { Operation } from '#contract/course-builder/draft.ts'
import type { NodeRef } from '../model/tree.ts'
import type { Editing, EditingState } from '../model/editing.ts'
import type { UploadQueue } from '../model/upload-queue.ts'

export type Published = Pick<DraftState, 'status' | 'published_at' | 'revision'>

export interface Builder {
  published: Published
  courseId: number
  draft: DraftState
  editing: Editing
  state: EditingState
  apply: (action: Operation) => void
  uploadQueue: UploadQueue
  /** The path of a node's editor, or of the settings with null. */
  editorPath: (node: NodeRef | null) => string
  /** Called when the current draft was published. */
  onPublished: (published: Published) => void
}

export const BuilderContext = createContext<Builder | null>(null)

/** The course being edited, for every component of the builder's page. */
export const useBuilder = (): Builder => {
  const builder = use(BuilderContext)
  if (!builder) throw new Error('useBuilder needs a BuilderContext')
  return builder
}

import type { BoardCard, PipelineState } from '#contract/job-applications/pipeline.ts'

/** What board and list have in common. */
export interface BoardParts {
  cards: readonly BoardCard[]
  selected: ReadonlySet<number>
  onSelect: (id: number, isOn: boolean) => void
  onOpen: (id: number) => void
  onMove: (id: number, to: PipelineState) => void
}

import type { BoardCard, PipelineState } from '#contract/job-applications/pipeline.ts'
import type { RowMenuHandle } from '#src/shared/ui/overlays/Menu.tsx'

/** What board and list have in common. */
export interface BoardParts {
  cards: readonly BoardCard[]
  selected: ReadonlySet<number>
  onSelect: (id: number, isOn: boolean) => void
  onOpen: (id: number) => void
  /** The menu that moves a card; the button of each card opens it. */
  menu: RowMenuHandle<BoardCard>
  onMove: (id: number, to: PipelineState) => void
}

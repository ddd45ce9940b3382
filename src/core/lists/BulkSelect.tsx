import type { Selection } from './use-selection.ts'

/** Above a list: chooses every row that is shown, or none. */
export const SelectAll = ({ selection, label }: { selection: Selection; label: string }) => (
  <label className="inline-flex min-h-11 cursor-pointer items-center gap-3 self-start px-4 text-sm text-ink">
    <input
      type="checkbox"
      className="size-5 cursor-pointer accent-primary"
      checked={selection.isAll}
      ref={(box) => {
        if (box) box.indeterminate = selection.ids.length > 0 && !selection.isAll
      }}
      onChange={selection.toggleAll}
    />
    {label}
  </label>
)

/** In a row: chooses this row. */
export const SelectRow = ({ selection, id, label }: { selection: Selection; id: number; label: string }) => (
  <input
    type="checkbox"
    aria-label={label}
    className="size-5 shrink-0 cursor-pointer accent-primary"
    checked={selection.has(id)}
    onChange={() => selection.toggle(id)}
  />
)

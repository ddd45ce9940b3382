import type { ReactElement, ReactNode } from 'react'
import { Menu as Base } from '@base-ui/react/menu'
import { cx } from '#src/shared/lib/cx.ts'

export type MenuItem =
  | {
      id: string
      label: ReactNode
      icon?: ReactNode
      danger?: boolean
      disabled?: boolean
      onSelect: () => void
    }
  | { id: string; separator: true }

type Props = {
  /** The button that opens the menu. */
  trigger: ReactElement
  /** A function is called when the menu opens, for lists that are costly or repeated hundreds of times. */
  items: readonly MenuItem[] | (() => readonly MenuItem[])
  align?: 'start' | 'center' | 'end' | undefined
  /** Where focus goes after closing; true means back to the button. */
  finalFocus?: (() => HTMLElement | true) | undefined
}

/** An action menu: arrow keys, Home, End, type-ahead, Escape. */
export const Menu = ({ trigger, items, align, finalFocus }: Props) => (
  <Base.Root>
    <Base.Trigger render={trigger} />
    <Popup items={items} align={align} finalFocus={finalFocus} />
  </Base.Root>
)

/** Connects one {@link RowsMenu} with the {@link RowMenuTrigger} of each row. */
export type RowMenuHandle<Row> = Base.Handle<Row>
export const createRowMenu = <Row,>(): RowMenuHandle<Row> => Base.createHandle<Row>()

/** One menu for all rows of a long list, because a menu for each row takes 50 kB of memory. */
export const RowsMenu = <Row,>({
  handle,
  items,
}: {
  handle: RowMenuHandle<Row>
  items: (row: Row) => readonly MenuItem[]
}) => (
  <Base.Root handle={handle}>
    {({ payload: row }) => row !== undefined && <Popup items={() => items(row)} />}
  </Base.Root>
)

/** The button in a row that opens the menu for it. */
export const RowMenuTrigger = <Row,>({
  handle,
  row,
  trigger,
}: Pick<Props, 'trigger'> & { handle: RowMenuHandle<Row>; row: Row }) => (
  <Base.Trigger handle={handle} payload={row} render={trigger} />
)

const Popup = ({ items, align = 'end', finalFocus }: Omit<Props, 'trigger'>) => (
  <Base.Portal>
    <Base.Positioner sideOffset={6} align={align} className="z-50 outline-none">
      <Base.Popup className="floating appear min-w-48 p-1.5 outline-none" {...(finalFocus && { finalFocus })}>
        <Items items={items} />
      </Base.Popup>
    </Base.Positioner>
  </Base.Portal>
)

const Items = ({ items }: Pick<Props, 'items'>) =>
  (typeof items === 'function' ? items() : items).map((item) =>
    'separator' in item ? (
      <Base.Separator key={item.id} className="my-1.5 h-px bg-line" />
    ) : (
      <Base.Item
        key={item.id}
        disabled={item.disabled ?? false}
        className={cx(
          'flex min-h-11 cursor-pointer items-center gap-3 rounded-lg px-3 text-sm outline-none data-disabled:opacity-55 data-highlighted:bg-surface-sunken',
          item.danger && 'text-error-text',
        )}
        onClick={item.onSelect}
      >
        {item.icon}
        {item.label}
      </Base.Item>
    ),
  )

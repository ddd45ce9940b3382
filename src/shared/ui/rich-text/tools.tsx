import { useState, type ComponentType, type KeyboardEvent, type Ref } from 'react'
import { cx } from '#src/shared/lib/cx.ts'

type Icon = ComponentType<{ 'aria-hidden': 'true'; size: number; className?: string }>
/** One toolbar button, labelled by the text of its key. */
export type Tool<Key extends string> = {
  key: Key
  icon: Icon
  /** Flipped in right-to-left pages. */
  isDirectional?: boolean
  keys?: string
  isActive?: boolean
  isExpanded?: boolean
  isDisabled?: boolean
  press: () => void
}

type RowProps<Key extends string> = {
  tools: readonly Tool<Key>[]
  label: string
  text: (key: Key) => string
  className: string
  ref?: Ref<HTMLDivElement>
}

/** A toolbar is one tab stop; arrow keys move within it (ARIA toolbar). */
export const ToolRow = <Key extends string>({ tools, label, text, className, ref }: RowProps<Key>) => {
  /** The tool that the Tab key returns to. */
  const [stop, setStop] = useState(0)
  return (
    <div
      ref={ref}
      role="toolbar"
      aria-label={label}
      tabIndex={-1}
      className={className}
      onKeyDown={moveFocus}
    >
      {tools.map((tool, index) => (
        <ToolButton
          key={tool.key}
          tool={tool}
          label={text(tool.key)}
          isStop={index === stop}
          onFocus={() => setStop(index)}
        />
      ))}
    </div>
  )
}

type ChooserProps = {
  label: string
  onImages: (files: File[]) => void
  ref: Ref<HTMLInputElement>
}

/** Hidden: the picture tool opens it. */
export const ImageChooser = ({ label, onImages, ref }: ChooserProps) => (
  <input
    ref={ref}
    type="file"
    accept="image/*"
    multiple
    hidden
    aria-label={label}
    onChange={(event) => {
      onImages([...(event.target.files ?? [])])
      event.target.value = ''
    }}
  />
)

type ToolProps = { tool: Tool<string>; label: string; isStop: boolean; onFocus: () => void }

const ToolButton = ({ tool, label, isStop, onFocus }: ToolProps) => {
  const { icon: Icon, isDirectional, keys, isActive, isExpanded, isDisabled, press } = tool
  return (
    <button
      type="button"
      tabIndex={isStop ? 0 : -1}
      aria-label={label}
      title={label}
      aria-keyshortcuts={keys}
      aria-pressed={isActive}
      aria-expanded={isExpanded}
      aria-disabled={isDisabled || undefined}
      className={cx(
        'inline-flex size-10 shrink-0 items-center justify-center rounded-md pointer-coarse:size-11',
        isActive
          ? 'bg-primary-soft text-primary-text'
          : 'text-ink-muted hover:bg-surface-raised hover:text-ink',
        isDisabled && 'opacity-50',
      )}
      onFocus={onFocus}
      // Keeps the text selection.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => {
        if (!isDisabled) press()
      }}
    >
      <Icon aria-hidden="true" size={18} className={isDirectional ? 'rtl:-scale-x-100' : ''} />
    </button>
  )
}

const moveFocus = (event: KeyboardEvent<HTMLElement>) => {
  if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
  const tools = [...event.currentTarget.querySelectorAll('button')]
  const current = tools.indexOf(document.activeElement as HTMLButtonElement)
  if (current < 0) return
  event.preventDefault()
  const isForward = (event.key === 'ArrowRight') === (document.documentElement.dir !== 'rtl')
  tools.at((current + (isForward ? 1 : -1)) % tools.length)?.focus()
}

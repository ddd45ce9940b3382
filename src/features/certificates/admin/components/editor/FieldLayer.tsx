import { useRef, useState, type CSSProperties, type KeyboardEvent, type PointerEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { PAGE_SIDE, type FieldKind, type LookField } from '#contract/certificates/look.ts'
import { directionOf, type Language } from '#contract/languages.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { cx } from '#src/shared/lib/cx.ts'
import { followPointer } from '#src/shared/lib/follow-pointer.ts'
import { formatPercent } from '#src/shared/lib/format.ts'
import { KEY_STEP, NO_GUIDES, placedAt, resized, snapped, type Guides } from '../../model/fields.ts'

type Props = {
  fields: readonly LookField[]
  language: Language
  chosen: FieldKind | null
  onChoose: (kind: FieldKind) => void
  onChange: (fields: LookField[]) => void
}

const percent = (part: number) => `${part / 10}%`
const placeOf = ({ x, y, width, height }: LookField): CSSProperties => ({
  insetInlineStart: percent(x),
  top: percent(y),
  width: percent(width),
  height: percent(height),
})
/** Pressed nearer than this to its last corner, a field changes its size. */
const CORNER_PX = 16

const ARROWS: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** Moves with snapping; Shift and an arrow moves by the smallest step, without it. */
export const FieldLayer = ({ fields, language, chosen, onChoose, onChange }: Props) => {
  const { t } = useTranslation('certificates/admin')
  const shown = useLanguage()
  const page = useRef<HTMLDivElement>(null)
  const [guides, setGuides] = useState<Guides>(NO_GUIDES)
  const direction = directionOf(language)
  const towards = direction === 'rtl' ? -1 : 1
  const othersOf = (field: LookField) => fields.filter(({ kind }) => kind !== field.kind)
  const put = (next: LookField) => onChange(fields.map((each) => (each.kind === next.kind ? next : each)))
  const move = (field: LookField, x: number, y: number) => {
    const { box, guides: lines } = snapped(placedAt(field, x, y), othersOf(field))
    setGuides(lines)
    put(box)
  }
  const press = (event: KeyboardEvent, field: LookField) => {
    const arrow = ARROWS[event.key]
    if (!arrow) return
    event.preventDefault()
    const step = event.shiftKey ? 1 : KEY_STEP
    const [x, y] = [field.x + arrow[0] * step * towards, field.y + arrow[1] * step]
    if (event.shiftKey) put(placedAt(field, x, y))
    else move(field, x, y)
  }
  const grab = (event: PointerEvent<HTMLButtonElement>, field: LookField) => {
    const room = page.current?.getBoundingClientRect()
    if (!room || event.button !== 0) return
    onChoose(field.kind)
    const own = event.currentTarget.getBoundingClientRect()
    const edge = towards === 1 ? own.right - event.clientX : event.clientX - own.left
    const isCorner = edge < CORNER_PX && own.bottom - event.clientY < CORNER_PX
    const [startX, startY] = [event.clientX, event.clientY]
    let isMoved = false
    followPointer(event.currentTarget, event.pointerId, {
      move: (now) => {
        const dx = ((now.clientX - startX) / room.width) * PAGE_SIDE * towards
        const dy = ((now.clientY - startY) / room.height) * PAGE_SIDE
        // A press that trembles moves nothing.
        isMoved ||= Math.abs(now.clientX - startX) + Math.abs(now.clientY - startY) > 3
        if (!isMoved) return
        if (isCorner) put(resized(field, field.width + dx, field.height + dy))
        else move(field, field.x + dx, field.y + dy)
      },
      drop: () => undefined,
      end: () => setGuides(NO_GUIDES),
    })
  }
  return (
    <div ref={page} dir={direction} className="absolute inset-0">
      {fields.map((field) => (
        <FieldBox
          key={field.kind}
          field={field}
          label={t('templates.placing.place', {
            field: t(`templates.fields.${field.kind}`),
            x: formatPercent(field.x / PAGE_SIDE, shown),
            y: formatPercent(field.y / PAGE_SIDE, shown),
          })}
          isChosen={field.kind === chosen}
          onFocus={() => onChoose(field.kind)}
          onBlur={() => setGuides(NO_GUIDES)}
          onKeyDown={(event) => press(event, field)}
          onPointerDown={(event) => grab(event, field)}
        />
      ))}
      <Lines guides={guides} />
    </div>
  )
}

type BoxProps = {
  field: LookField
  label: string
  isChosen: boolean
  onFocus: () => void
  onBlur: () => void
  onKeyDown: (event: KeyboardEvent) => void
  onPointerDown: (event: PointerEvent<HTMLButtonElement>) => void
}

const FieldBox = ({ field, label, isChosen, ...on }: BoxProps) => (
  <button
    type="button"
    aria-label={label}
    aria-pressed={isChosen}
    style={placeOf(field)}
    className={cx(
      'absolute cursor-move touch-none rounded-sm border border-dashed hover:border-primary',
      isChosen ? 'z-10 border-solid border-primary bg-primary/10' : 'border-line-strong',
    )}
    {...on}
  >
    {isChosen && (
      <span
        aria-hidden="true"
        className="absolute -inset-e-1 -bottom-1 size-2.5 cursor-nwse-resize rounded-full bg-primary rtl:cursor-nesw-resize"
      />
    )}
  </button>
)

const Lines = ({ guides: { x, y } }: { guides: Guides }) => (
  <>
    {x !== null && (
      <span
        aria-hidden="true"
        style={{ insetInlineStart: percent(x) }}
        className="pointer-events-none absolute inset-y-0 z-20 w-px bg-primary"
      />
    )}
    {y !== null && (
      <span
        aria-hidden="true"
        style={{ top: percent(y) }}
        className="pointer-events-none absolute inset-x-0 z-20 h-px bg-primary"
      />
    )}
  </>
)

import { useEffect, useRef, type KeyboardEvent, type PointerEvent } from 'react'
import { drawCrop, type Crop } from '../../model/crop.ts'

interface Props {
  picture: ImageBitmap
  crop: Crop
  label: string
  /** By parts of the square's side. */
  onMove: (x: number, y: number) => void
  onZoom: (factor: number) => void
}

/** Sharp on screens with two device pixels for each one. */
const CANVAS_PX = 576
const KEY_STEP = 0.02
const KEY_ZOOM = 1.1
const MOVES: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-KEY_STEP, 0],
  ArrowRight: [KEY_STEP, 0],
  ArrowUp: [0, -KEY_STEP],
  ArrowDown: [0, KEY_STEP],
}

interface Point {
  x: number
  y: number
}
const distance = (one: Point, other: Point) => Math.hypot(one.x - other.x, one.y - other.y)

/** The picture behind a round frame: dragged or pinched, moved by arrow keys, enlarged by + and −. */
export const CropCanvas = ({ picture, crop, label, onMove, onZoom }: Props) => {
  const canvas = useRef<HTMLCanvasElement>(null)
  const pointers = useRef(new Map<number, Point>())
  useEffect(() => {
    if (canvas.current) drawCrop(canvas.current, picture, picture, crop)
  }, [picture, crop])

  const drag = (event: PointerEvent<HTMLElement>) => {
    const side = event.currentTarget.clientWidth
    const before = pointers.current.get(event.pointerId)
    if (!before || side === 0) return
    const now = { x: event.clientX, y: event.clientY }
    const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1]
    pointers.current.set(event.pointerId, now)
    if (other) onZoom(distance(now, other) / Math.max(1, distance(before, other)))
    else onMove((now.x - before.x) / side, (now.y - before.y) / side)
  }
  const release = (event: PointerEvent) => pointers.current.delete(event.pointerId)
  const press = (event: KeyboardEvent) => {
    const move = MOVES[event.key]
    const zoom = event.key === '+' || event.key === '=' ? KEY_ZOOM : event.key === '-' ? 1 / KEY_ZOOM : null
    if (!move && zoom === null) return
    event.preventDefault()
    if (move) onMove(...move)
    if (zoom !== null) onZoom(zoom)
  }
  return (
    <button
      type="button"
      aria-label={label}
      className="relative mx-auto block aspect-square w-full max-w-72 cursor-grab touch-none overflow-hidden rounded-xl bg-surface-sunken active:cursor-grabbing"
      onKeyDown={press}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY })
      }}
      onPointerMove={drag}
      onPointerUp={release}
      onPointerCancel={release}
    >
      <canvas ref={canvas} width={CANVAS_PX} height={CANVAS_PX} className="size-full" />
      <span
        aria-hidden="true"
        className="pointer-events-none absolute inset-0 rounded-full border-2 border-surface-raised shadow-[0_0_0_100vmax_var(--scrim)]"
      />
    </button>
  )
}

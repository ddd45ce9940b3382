/** Placing the fields of a certificate by drag and by keyboard. */
import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { FieldKind, LookField } from '#contract/certificates/look.ts'
import type { Language } from '#contract/languages.ts'
import { FieldLayer } from '#src/features/certificates/admin/components/editor/FieldLayer.tsx'
import { renderPage } from '#tests/support/web/render.tsx'

const NAME: LookField = {
  kind: 'recipient',
  x: 100,
  y: 100,
  width: 200,
  height: 100,
  size: 40,
  face: 'serif',
  is_bold: false,
  align: 'center',
  colour: 'ink',
}
const HEADING: LookField = { ...NAME, kind: 'heading', x: 600, y: 700 }
/** In pixels: a tenth of a percent across is one, and down as well. */
const PAGE = new DOMRect(0, 0, 1000, 1000)

const placed = vi.fn<(fields: readonly LookField[]) => void>()
const Layer = ({ language }: { language: Language }) => {
  const [fields, setFields] = useState([NAME, HEADING])
  const [chosen, setChosen] = useState<FieldKind | null>(null)
  return (
    <FieldLayer
      fields={fields}
      language={language}
      chosen={chosen}
      onChoose={setChosen}
      onChange={(next) => {
        setFields(next)
        placed(next)
      }}
    />
  )
}
const open = async (language: Language = 'en') => {
  await renderPage(<Layer language={language} />)
  const [field] = await screen.findAllByRole('button')
  if (!field) throw new Error('no field')
  return field
}
const name = () => (placed.mock.lastCall?.[0] ?? [NAME]).find(({ kind }) => kind === 'recipient')

const drag = (field: HTMLElement, from: readonly [number, number], to: readonly [number, number]) => {
  const at = ([clientX, clientY]: readonly [number, number]) => ({
    clientX,
    clientY,
    button: 0,
    pointerId: 1,
  })
  fireEvent.pointerDown(field, at(from))
  fireEvent.pointerMove(field, at(to))
  fireEvent.pointerUp(field, at(to))
}

beforeAll(() => {
  // The test's browser lays nothing out and captures no pointer.
  HTMLElement.prototype.setPointerCapture = () => undefined
})
beforeEach(() => {
  placed.mockClear()
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLElement) {
    if (this.tagName !== 'BUTTON') return PAGE
    const { insetInlineStart, top, width, height } = this.style
    const [x, y, w, h] = [insetInlineStart, top, width, height].map((text) => Number.parseFloat(text) * 10)
    const isMirrored = this.parentElement?.dir === 'rtl'
    return new DOMRect(isMirrored ? 1000 - (x ?? 0) - (w ?? 0) : x, y, w, h)
  })
})

describe('a field that is dragged', () => {
  it('goes with the pointer and keeps to the middle of the page near it', async () => {
    drag(await open(), [150, 150], [453, 333])
    expect(name()).toMatchObject({ x: 400, y: 285, width: 200, height: 100 })
    expect(screen.getByRole('button', { pressed: true })).toHaveAccessibleName(/^Name: 40% from the start/)
  })

  it('keeps to the lines of another field', async () => {
    drag(await open(), [150, 150], [646, 400])
    expect(name()).toMatchObject({ x: HEADING.x })
  })

  it('stays where it is when the press trembles', async () => {
    drag(await open(), [150, 150], [151, 151])
    expect(name()).toEqual(NAME)
  })

  it('goes the other way on a page that reads from the right', async () => {
    drag(await open('ar'), [850, 150], [650, 150])
    expect(name()).toMatchObject({ x: 300, y: 100 })
  })

  it('changes its size at its last corner', async () => {
    drag(await open(), [297, 197], [347, 147])
    expect(name()).toMatchObject({ x: 100, y: 100, width: 250, height: 50 })
  })

  it('never leaves the page', async () => {
    drag(await open(), [150, 150], [5000, -5000])
    expect(name()).toMatchObject({ x: 800, y: 0 })
  })

  it('follows nobody after Escape', async () => {
    const field = await open()
    fireEvent.pointerDown(field, { clientX: 150, clientY: 150, button: 0, pointerId: 1 })
    fireEvent.keyDown(window, { key: 'Escape' })
    fireEvent.pointerMove(field, { clientX: 700, clientY: 700, pointerId: 1 })
    expect(name()).toEqual(NAME)
  })
})

describe('a field under the keyboard', () => {
  it('moves by a step, and with Shift by the smallest one', async () => {
    const field = await open()
    fireEvent.keyDown(field, { key: 'ArrowRight' })
    expect(name()).toMatchObject({ x: 110, y: 100 })
    fireEvent.keyDown(field, { key: 'ArrowDown', shiftKey: true })
    expect(name()).toMatchObject({ x: 110, y: 101 })
  })

  it('moves to where the arrow points, from the right too', async () => {
    const field = await open('ar')
    fireEvent.keyDown(field, { key: 'ArrowRight', shiftKey: true })
    expect(name()).toMatchObject({ x: 99 })
  })
})

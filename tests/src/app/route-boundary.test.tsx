import { act, screen } from '@testing-library/react'
import { useLayoutEffect } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { RouteBoundary } from '#src/app/access/RouteBoundary.tsx'
import { renderPage } from '#tests/support/web/render.tsx'

const recovering = vi.hoisted(() => ({ current: null as Promise<void> | null }))
vi.mock('#src/app/startup/chunk-recovery.ts', () => ({ recovery: () => recovering.current }))

const Broken = () => {
  throw new Error('boom')
}
/** Its effect runs after the boundary has rendered and before it hears of the error. */
const EndsRecovery = () => {
  useLayoutEffect(() => {
    recovering.current = null
  })
  return null
}
const TITLE = 'This page has a problem'
const heading = () => screen.queryByRole('heading', { name: TITLE })

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})

describe('a page whose chunk is missing', () => {
  it('shows nothing while the recovery runs, then the problem', async () => {
    let end: () => void = () => undefined
    recovering.current = new Promise((resolve) => (end = resolve))
    await renderPage(
      <RouteBoundary>
        <Broken />
      </RouteBoundary>,
    )
    expect(heading()).toBeNull()
    recovering.current = null
    await act(async () => end())
    expect(heading()).toBeInTheDocument()
  })

  it('shows the problem when the recovery ends between the render and its effects', async () => {
    recovering.current = new Promise(() => undefined)
    await renderPage(
      <>
        <EndsRecovery />
        <RouteBoundary>
          <Broken />
        </RouteBoundary>
      </>,
    )
    expect(await screen.findByRole('heading', { name: TITLE })).toBeInTheDocument()
  })
})

import { render, screen } from '@testing-library/react'
import { lazy, Suspense } from 'react'
import { describe, expect, it } from 'vitest'
import { lazyPart } from '#src/shared/lib/lazy-part.ts'

const Line = ({ text }: { text: string }) => <p>{text}</p>
const loadLine = () => Promise.resolve(Line)

describe('lazyPart', () => {
  it('renders without a fallback after a preload', async () => {
    const Part = lazyPart(loadLine)
    await Part.preload()
    render(
      <Suspense fallback="waiting">
        <Part text="loaded" />
      </Suspense>,
    )
    expect(screen.getByText('loaded')).toBeInTheDocument()
  })

  it('shows the fallback until the code is loaded', async () => {
    const Part = lazyPart(loadLine)
    render(
      <Suspense fallback="waiting">
        <Part text="loaded" />
      </Suspense>,
    )
    expect(screen.getByText('waiting')).toBeInTheDocument()
    expect(await screen.findByText('loaded')).toBeInTheDocument()
  })

  it('shares one fetch between concurrent preloads', async () => {
    let fetches = 0
    const Part = lazyPart(() => {
      fetches += 1
      return loadLine()
    })
    await Promise.all([Part.preload(), Part.preload()])
    await Part.preload()
    expect(fetches).toBe(1)
  })

  it('fetches again after a failed fetch', async () => {
    let fetches = 0
    const Part = lazyPart(() => {
      fetches += 1
      return fetches === 1 ? Promise.reject(new Error('gone')) : loadLine()
    })
    await expect(Part.preload()).rejects.toThrow('gone')
    await Part.preload()
    render(<Part text="loaded" />)
    expect(screen.getByText('loaded')).toBeInTheDocument()
  })

  it('control: React.lazy suspends even when its code is loaded', async () => {
    const module = loadLine().then((component) => ({ default: component }))
    await module
    const Part = lazy(() => module)
    render(
      <Suspense fallback="waiting">
        <Part text="loaded" />
      </Suspense>,
    )
    expect(screen.getByText('waiting')).toBeInTheDocument()
    expect(await screen.findByText('loaded')).toBeInTheDocument()
  })
})

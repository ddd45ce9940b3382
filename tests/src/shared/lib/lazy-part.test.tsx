import { render, screen } from '@testing-library/react'
import { lazy, Suspense } from 'react'
import { describe, expect, it } from 'vitest'
import { lazyPart } from '#src/shared/lib/lazy-part.ts'

const Words = ({ words }: { words: string }) => <p>{words}</p>
const loadWords = () => Promise.resolve(Words)

describe('a lazy part', () => {
  it('given it is fetched beforehand, when rendered, then it stands there without a fallback', async () => {
    const Part = lazyPart(loadWords)
    await Part.preload()
    render(
      <Suspense fallback="waiting">
        <Part words="here" />
      </Suspense>,
    )
    expect(screen.getByText('here')).toBeInTheDocument()
  })

  it('given it is not, when rendered, then the fallback stands until it is there', async () => {
    const Part = lazyPart(loadWords)
    render(
      <Suspense fallback="waiting">
        <Part words="here" />
      </Suspense>,
    )
    expect(screen.getByText('waiting')).toBeInTheDocument()
    expect(await screen.findByText('here')).toBeInTheDocument()
  })

  it('given it is fetched twice at once, when both have it, then it was fetched once', async () => {
    let fetched = 0
    const Part = lazyPart(() => {
      fetched += 1
      return loadWords()
    })
    await Promise.all([Part.preload(), Part.preload()])
    await Part.preload()
    expect(fetched).toBe(1)
  })

  it('given a fetch that failed, when it is asked for again, then it is fetched again', async () => {
    let fetched = 0
    const Part = lazyPart(() => {
      fetched += 1
      return fetched === 1 ? Promise.reject(new Error('gone')) : loadWords()
    })
    await expect(Part.preload()).rejects.toThrow('gone')
    await Part.preload()
    render(<Part words="here" />)
    expect(screen.getByText('here')).toBeInTheDocument()
  })

  it('given React’s own, when its code is there already, then it waits all the same (control)', async () => {
    const module = loadWords().then((component) => ({ default: component }))
    await module
    const Part = lazy(() => module)
    render(
      <Suspense fallback="waiting">
        <Part words="here" />
      </Suspense>,
    )
    expect(screen.getByText('waiting')).toBeInTheDocument()
    expect(await screen.findByText('here')).toBeInTheDocument()
  })
})

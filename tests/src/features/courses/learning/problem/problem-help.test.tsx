import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { openHelp, type AuthoredHelp } from '#contract/problems/help.ts'
import { Help } from '#src/features/courses/learning/components/problem/Help.tsx'
import { renderPage } from '#tests/support/web/render.tsx'

const authored: AuthoredHelp = {
  hints: [
    { id: '00000000-0000-4000-8000-000000000001', text: 'Add up.', after: 0 },
    { id: '00000000-0000-4000-8000-000000000002', text: 'Use a loop.', after: 2 },
  ],
  solution: 'print(1)',
  solution_after: 3,
}
const helpAfter = (attempts: number, solved = false) => {
  const help = openHelp(authored, { attempts, solved })
  if (!help) throw new Error('no help')
  return help
}

describe('help with a problem', () => {
  it('shows the open hint and how many tries open the rest', async () => {
    await renderPage(<Help help={helpAfter(1)} />)
    expect(await screen.findByText('Hint 1')).toBeVisible()
    expect(screen.queryByText('Hint 2')).not.toBeInTheDocument()
    expect(screen.getByText('The next hint opens after 1 more try.')).toBeVisible()
    expect(screen.getByText('The solution opens after 2 more tries.')).toBeVisible()
    expect(screen.queryByText('print(1)')).not.toBeInTheDocument()
  })

  it('shows everything to somebody who has solved the problem', async () => {
    await renderPage(<Help help={helpAfter(1, true)} />)
    expect(await screen.findByText('Hint 2')).toBeVisible()
    expect(screen.getByText('print(1)')).toBeInTheDocument()
    expect(screen.queryByText(/opens after/)).not.toBeInTheDocument()
  })
})

describe('openHelp', () => {
  it('opens each hint and the solution after its own number of submissions', () => {
    const opened = [0, 2, 3].map((attempts) => {
      const { hints, solution } = helpAfter(attempts)
      return [hints.length, solution]
    })
    expect(opened).toEqual([
      [1, null],
      [2, null],
      [2, 'print(1)'],
    ])
  })

  it('never opens a solution without a number of tries, or an empty one', () => {
    const solved = { attempts: 20, solved: true }
    expect(openHelp({ ...authored, solution_after: null }, solved)).toMatchObject({ solution: null })
    expect(openHelp({ ...authored, solution: ' ' }, solved)).toMatchObject({
      solution: null,
      solution_in: null,
    })
    expect(openHelp({ hints: [], solution: 'print(1)', solution_after: null }, solved)).toBeUndefined()
  })
})

import { screen, within } from '@testing-library/react'
import { Route, Routes } from 'react-router-dom'
import { describe, expect, it, vi } from 'vitest'
import { getResult, type ResultPage as Data } from '#contract/assessments/results.ts'
import { ResultPage } from '#src/features/assessments/index.ts'
import { resultChange } from '#src/features/assessments/model/changes.ts'
import { percentText } from '#src/features/assessments/model/labels.ts'
import { fakeCall } from '#tests/support/web/msw.ts'
import { renderPage } from '#tests/support/web/render.tsx'
import { aResult, ATTEMPT } from './factory.ts'

vi.mock(import('#src/features/assessments/attempt/disk.ts'), async (original) => ({
  ...(await original()),
  diskWorks: () => Promise.resolve(true),
  storedAttempts: () => Promise.resolve([]),
}))

const OLDER = '6f1f2f0e-3b1a-4c55-9d3e-0a6d1f1a7c02'
const result = (changes: Partial<NonNullable<Data['result']>> = {}) => ({ ...aResult().result!, ...changes })
const openResult = (page: Data, language: 'en' | 'ar' = 'en') => {
  fakeCall(getResult, page)
  return renderPage(
    <Routes>
      <Route path="/assessments/results/:attemptId" element={<ResultPage />} />
    </Routes>,
    { path: `/assessments/results/${ATTEMPT}`, language },
  )
}

describe('earlier versions of a result', () => {
  const [topic] = result().topics
  const corrected = result({
    version: 2,
    right: 22,
    percent: 73.33,
    scholarship_percent: 50,
    passed: true,
    topics: [{ ...topic!, right: 22, percent: 73.33 }],
    reason: 'Two options were right.',
    at: '2026-11-22T08:00:00.000Z',
  })
  const uncorrected = result({ passed: false })

  it('says for each version of a corrected result what changed and why', async () => {
    await openResult(aResult({ result: corrected, earlier: [uncorrected] }))
    const versions = await screen.findByRole('region', { name: 'How this result changed' })
    const [newest, first] = within(versions)
      .getAllByRole('listitem')
      .filter((item) => item.parentElement?.tagName === 'OL')
    expect(newest).toHaveTextContent(/73%.*22 of 30 right.*Counts now.*Two options were right\./)
    expect(newest).toHaveTextContent('22 right, 21 before')
    expect(newest).toHaveTextContent('Logical: 22 of 30 right, 21 before')
    expect(newest).toHaveTextContent('Passed now')
    expect(newest).toHaveTextContent('Scholarship 50%, 25% before')
    expect(first).toHaveTextContent(/70%.*21 of 30 right.*As submitted/)
  })

  it('shows no history for an uncorrected result', async () => {
    await openResult(aResult())
    expect(await screen.findByText('21 of 30 right')).toBeVisible()
    expect(screen.queryByRole('region', { name: 'How this result changed' })).toBeNull()
    expect(screen.queryByRole('region', { name: 'Your attempts' })).toBeNull()
  })

  it('reports no change for equal versions and names every difference', () => {
    expect(resultChange(uncorrected, uncorrected)).toEqual({
      right: null,
      scholarship: null,
      passed: null,
      topics: [],
    })
    expect(resultChange(uncorrected, corrected)).toMatchObject({
      right: [21, 22],
      scholarship: [25, 50],
      passed: true,
      topics: [{ before: 21, after: 22 }],
    })
  })
})

describe('earlier attempts', () => {
  it('links each attempt to its result and marks the best', async () => {
    const line = aResult().attempts[0]!
    await openResult(
      aResult({
        attempts: [
          { ...line, number: 2 },
          { ...line, id: OLDER, number: 1, percent: 80 },
        ],
      }),
      'ar',
    )
    const attempts = await screen.findByRole('region', { name: 'محاولاتك' })
    expect(within(attempts).getByText('المحاولة 2')).toHaveAttribute('aria-current', 'page')
    const older = within(attempts).getByRole('link', { name: 'المحاولة 1' })
    expect(older).toHaveAttribute('href', `/assessments/results/${OLDER}`)
    expect(older.closest('li')).toHaveTextContent('الأفضل')
  })
})

describe('percentages', () => {
  it('rounds to the nearest whole percentage, so that 2 of 3 is 67 %', () => {
    expect(percentText(66.67, 'en')).toBe('67%')
    expect(percentText(33.33, 'en')).toBe('33%')
    expect(percentText(62.5, 'en')).toBe('63%')
    expect(percentText(59.97, 'en')).toBe('60%')
  })

  it('never lifts a score to a bound that it missed, nor to 100', () => {
    expect(percentText(59.97, 'en', [90, 60])).toBe('59%')
    expect(percentText(60, 'en', [90, 60])).toBe('60%')
    expect(percentText(60.4, 'en', [90, 60])).toBe('60%')
    expect(percentText(99.5, 'en')).toBe('99%')
    expect(percentText(60, 'ar')).toMatch(/60/)
    expect(percentText(100, 'hi')).toBe('100%')
    expect(percentText(0, 'en')).toBe('0%')
  })
})

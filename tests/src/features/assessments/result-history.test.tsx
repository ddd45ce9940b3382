import { screen, within } from '@testing-library/react'
import { Route, Routes } from 'react-router-dom'
import { describe, expect, it, vi } from 'vitest'
import { getResult, type ResultPage as Data } from '#contract/assessments/results.ts'
import { ResultPage } from '#src/features/assessments/index.ts'
import { resultChange } from '#src/features/assessments/model/changes.ts'
import { percentText } from '#src/features/assessments/model/labels.ts'
import { fakeCall } from '#tests/support/web/msw.ts'
import { renderPage } from '#tests/support/web/render.tsx'
import { aResult, ATTEMPT } from './parts.ts'

vi.mock(import('#src/features/assessments/attempt/disk.ts'), async (original) => ({
  ...(await original()),
  diskWorks: () => Promise.resolve(true),
  storedAttempts: () => Promise.resolve([]),
}))

const OLDER = '6f1f2f0e-3b1a-4c55-9d3e-0a6d1f1a7c02'
const result = (given: Partial<NonNullable<Data['result']>> = {}) => ({ ...aResult().result!, ...given })
const open = (page: Data, language: 'en' | 'ar' = 'en') => {
  fakeCall(getResult, page)
  return renderPage(
    <Routes>
      <Route path="/assessments/results/:attemptId" element={<ResultPage />} />
    </Routes>,
    { path: `/assessments/results/${ATTEMPT}`, language },
  )
}

describe('what a result was before', () => {
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
  const before = result({ passed: false })

  it('given a corrected result, when opened, then each version says what changed and why', async () => {
    await open(aResult({ result: corrected, earlier: [before] }))
    const versions = await screen.findByRole('region', { name: 'How this result changed' })
    const [now, first] = within(versions)
      .getAllByRole('listitem')
      .filter((item) => item.parentElement?.tagName === 'OL')
    expect(now).toHaveTextContent(/73\.3%.*22 of 30 right.*Counts now.*Two options were right\./)
    expect(now).toHaveTextContent('22 right, before 21')
    expect(now).toHaveTextContent('Logical: 22 of 30 right, before 21')
    expect(now).toHaveTextContent('Passed now')
    expect(now).toHaveTextContent('Scholarship 50%, before 25%')
    expect(first).toHaveTextContent(/70%.*21 of 30 right.*As submitted/)
  })

  it('given a result as it was submitted, when opened, then nothing speaks of changes', async () => {
    await open(aResult())
    expect(await screen.findByText('21 of 30 right')).toBeVisible()
    expect(screen.queryByRole('region', { name: 'How this result changed' })).toBeNull()
    expect(screen.queryByRole('region', { name: 'Your attempts' })).toBeNull()
  })

  it('given two equal versions, when compared, then nothing differs; any difference is named', () => {
    expect(resultChange(before, before)).toEqual({ right: null, scholarship: null, passed: null, topics: [] })
    expect(resultChange(before, corrected)).toMatchObject({
      right: [21, 22],
      scholarship: [25, 50],
      passed: true,
      topics: [{ before: 21, after: 22 }],
    })
  })
})

describe('earlier attempts', () => {
  it('given several attempts, when opened, then each leads to its result, and the best is named', async () => {
    const line = aResult().attempts[0]!
    await open(
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

describe('percents', () => {
  it('given a score just below a band, when written, then it does not read as the band', () => {
    expect(percentText(59.97, 'en')).toBe('59.9%')
    expect(percentText(66.67, 'en')).toBe('66.7%')
    expect(percentText(60, 'ar')).toMatch(/60/)
    expect(percentText(100, 'hi')).toBe('100%')
    expect(percentText(0, 'en')).toBe('0%')
  })
})

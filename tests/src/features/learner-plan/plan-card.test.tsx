import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { getCourseFacets } from '#contract/courses/catalogue.ts'
import { INTERESTS_MAX, getLearnerPlan, saveLearnerPlan } from '#contract/learner-plan/learner-plan.ts'
import { PlanCard } from '#src/features/learner-plan/index.ts'
import { failWith, fakeCall } from '#tests/support/web/msw.ts'
import { renderPage } from '#tests/support/web/render.tsx'
import { aFacets } from '../courses/factory.ts'

const topics = Array.from({ length: INTERESTS_MAX + 1 }, (_, index) => ({
  value: `topic ${index}`,
  count: 1,
}))
let changes = 0

const openForm = async (interests: string[]) => {
  changes = 0
  fakeCall(getLearnerPlan, { welcomed: true, purpose: null, interests })
  fakeCall(getCourseFacets, aFacets({ tag: topics }))
  const view = await renderPage(<PlanCard onSaved={() => (changes += 1)} />)
  const region = within(await screen.findByRole('region', { name: 'Your plan' }))
  await view.user.click(await region.findByRole('button', { name: 'Change' }))
  await region.findAllByRole('checkbox')
  return { ...view, region }
}

describe('the plan on /progress', () => {
  it('keeps an interest that the catalogue no longer names', async () => {
    const { region } = await openForm(['Weaving'])
    expect(region.getByRole('checkbox', { name: 'Weaving' })).toBeChecked()
  })

  it('allows no more interests than the server stores, and another one in place of one', async () => {
    const { region, user } = await openForm(topics.slice(0, INTERESTS_MAX).map(({ value }) => value))
    const another = region.getByRole('checkbox', { name: `topic ${INTERESTS_MAX}` })
    expect(another).toBeDisabled()
    await user.click(region.getByRole('checkbox', { name: 'topic 0' }))
    expect(another).toBeEnabled()
  })

  it('keeps what was chosen when saving fails, and tells of a change only when it is saved', async () => {
    fakeCall(saveLearnerPlan, failWith('internal_error', { detail: '' }))
    const { region, user } = await openForm([])
    await user.click(region.getByRole('radio', { name: 'A new job' }))
    await user.click(region.getByRole('button', { name: 'Save' }))
    expect(await region.findByRole('button', { name: 'Save' })).not.toHaveAttribute('aria-busy')
    expect(region.getByRole('radio', { name: 'A new job' })).toBeChecked()
    expect(changes).toBe(0)
    fakeCall(saveLearnerPlan, { welcomed: true, purpose: 'job', interests: [] })
    await user.click(region.getByRole('button', { name: 'Save' }))
    expect(await region.findByText('A new job')).toBeInTheDocument()
    expect(await region.findByRole('button', { name: 'Change' })).toBeInTheDocument()
    expect(changes).toBe(1)
  })
})

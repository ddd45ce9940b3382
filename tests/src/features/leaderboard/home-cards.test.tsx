import { screen, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { getHeatmap, getIntervals, getWeeklyGoal, setWeeklyGoal } from '#contract/activity/activity.ts'
import { badgeNames, getBadges } from '#contract/badges/badges.ts'
import {
  getOverallLeaderboard,
  getVisibility,
  setVisibility,
  type LeaderboardRow,
} from '#contract/leaderboard/leaderboard.ts'
import {
  BadgesCard,
  GoalCard,
  HeatmapCard,
  MarksCard,
  StudyTimePage,
} from '#src/features/leaderboard/index.ts'
import { failWith, fakeCall } from '#tests/support/web/msw.ts'
import { renderPage } from '#tests/support/web/render.tsx'

const row = (standing: number, overrides: Partial<LeaderboardRow> = {}): LeaderboardRow => ({
  standing,
  name: `Learner ${standing}`,
  course: 'Spreadsheets',
  marks: 100 - standing,
  is_me: false,
  ...overrides,
})
const ownRow = row(42, { name: 'Asha', is_me: true, marks: 11.5 })
const overall = {
  leaderboard: [1, 2, 3, 4, 5, 6].map((standing) => row(standing)),
  own: ownRow,
  neighbours: [row(41), ownRow, row(43)],
  learners: 60,
  updated_at: '2026-11-21T10:00:00Z',
}

describe('leaderboard of marks', () => {
  it('shows five rows: the first ones, then the own rank between its neighbours', async () => {
    fakeCall(getOverallLeaderboard, overall)
    await renderPage(<MarksCard />)
    const rows = await screen.findAllByRole('row')
    expect(rows.map((element) => within(element).queryAllByRole('cell')[0]?.textContent)).toEqual([
      undefined,
      ...['1', '2', '41', '42', '43'],
    ])
    expect(rows[4]).toHaveTextContent(/Asha.*You.*11\.5/)
  })

  it.each([
    [30, 'You are number 30 of 60 learners.'],
    [31, 'Each activity you finish brings you closer to the next place.'],
  ])('says at place %i of 60: %s', async (standing, text) => {
    fakeCall(getOverallLeaderboard, { ...overall, own: row(standing, { is_me: true }) })
    await renderPage(<MarksCard />)
    expect(await screen.findByText(text)).toBeInTheDocument()
  })

  it('gives the first three with marks a medal beside their number, and nobody else', async () => {
    fakeCall(getOverallLeaderboard, {
      ...overall,
      leaderboard: [row(1), row(2), row(2), row(4, { marks: 0 }), row(5)],
      neighbours: [],
      own: row(3, { marks: 0, is_me: true }),
    })
    const { container } = await renderPage(<MarksCard />)
    await screen.findAllByRole('row')
    const medals = [...container.querySelectorAll<SVGElement>('[data-medal]')]
    expect(medals.map((medal) => medal.dataset['medal'])).toEqual(['gold', 'silver', 'silver'])
    expect(medals.every((medal) => medal.getAttribute('aria-hidden') === 'true')).toBe(true)
  })

  it('shows "No data available" and names what earns marks without marks', async () => {
    fakeCall(getOverallLeaderboard, {
      ...overall,
      leaderboard: [],
      neighbours: [],
      own: row(1, { marks: 0, is_me: true }),
      learners: 0,
    })
    await renderPage(<MarksCard />)
    expect(await screen.findByText('No data available')).toBeInTheDocument()
    expect(screen.getByText(/video tutorial, an assignment or a coding problem/)).toBeInTheDocument()
  })

  it('shows the specified leaderboard error', async () => {
    fakeCall(getOverallLeaderboard, failWith('internal_error', { detail: '' }))
    await renderPage(<MarksCard />)
    expect(await screen.findByText('Error loading leaderboard data.')).toBeInTheDocument()
  })

  it('reports a taken nickname and saves another one', async () => {
    fakeCall(getOverallLeaderboard, overall)
    fakeCall(getVisibility, { visibility: 'shown', nickname: null })
    fakeCall(
      setVisibility,
      failWith('invalid_fields', { fields: { nickname: [{ code: 'taken', message: 'taken' }] } }),
    )
    const { user } = await renderPage(<MarksCard />)
    await user.click(await screen.findByRole('button', { name: 'Leaderboard privacy' }))
    await user.click(await screen.findByRole('radio', { name: /With a nickname/ }))
    await user.type(screen.getByRole('textbox', { name: 'Nickname' }), 'Comet')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Someone else uses this name')).toBeInTheDocument()
    const saved = fakeCall(setVisibility, { visibility: 'nickname', nickname: 'Comet 2' })
    await user.type(screen.getByRole('textbox', { name: 'Nickname' }), ' 2')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await expect.poll(() => saved.requests[0]?.body).toEqual({ visibility: 'nickname', nickname: 'Comet 2' })
  })
})

describe('heatmap', () => {
  const heatmap = { from: '2025-11-22', to: '2026-11-21', days: [{ day: '2026-11-20', minutes: 75 }] }

  it('announces each day with its time on arrow keys', async () => {
    fakeCall(getHeatmap, heatmap)
    const { user } = await renderPage(<HeatmapCard />)
    const year = await screen.findByRole('slider')
    expect(year).toHaveAttribute('aria-valuetext', 'Nov 21, 2026: no learning')
    year.focus()
    await user.keyboard('{ArrowUp}')
    expect(year).toHaveAttribute('aria-valuetext', 'Nov 20, 2026: 1 h 15 min')
    await user.keyboard('{ArrowLeft}')
    expect(year).toHaveAttribute('aria-valuetext', 'Nov 13, 2026: no learning')
    await user.keyboard('{Home}')
    expect(year).toHaveAttribute('aria-valuetext', 'Nov 22, 2025: no learning')
  })

  it('moves to later weeks with the left arrow in right-to-left pages', async () => {
    fakeCall(getHeatmap, heatmap)
    const { user } = await renderPage(<HeatmapCard />, { language: 'ar' })
    const year = await screen.findByRole('slider')
    year.focus()
    await user.keyboard('{ArrowRight}')
    expect(year).toHaveAttribute('aria-valuenow', String(365 - 7))
    await user.keyboard('{ArrowLeft}')
    expect(year).toHaveAttribute('aria-valuenow', '365')
  })

  it('lists months with study time in the table', async () => {
    fakeCall(getHeatmap, heatmap)
    const { user } = await renderPage(<HeatmapCard />)
    await user.click(await screen.findByRole('button', { name: 'Show as table' }))
    expect(screen.getByRole('row', { name: 'November 2026 1 1 h 15 min' })).toBeInTheDocument()
  })

  it('shows the specified heatmap error', async () => {
    fakeCall(getHeatmap, failWith('internal_error', { detail: '' }))
    await renderPage(<HeatmapCard />)
    expect(await screen.findByText('Failed to fetch user activity heatmap')).toBeInTheDocument()
  })
})

describe('badges', () => {
  it('shows the day of an earned badge and the progress of another', async () => {
    fakeCall(getBadges, {
      badges: badgeNames.map((badge) => ({
        badge,
        earned_at: badge === 'first_lesson' ? '2026-11-03T08:00:00Z' : null,
        value: badge === 'streak_7' ? 4 : 0,
        target: badge === 'streak_7' ? 7 : 1,
      })),
    })
    await renderPage(<BadgesCard />)
    expect(await screen.findByText('Earned on Nov 3, 2026')).toBeInTheDocument()
    expect(screen.getByRole('progressbar', { name: 'A whole week' })).toHaveAttribute(
      'aria-valuetext',
      '4 of 7',
    )
    expect(screen.getByText(`1 of ${badgeNames.length} earned`)).toBeInTheDocument()
  })
})

describe('badges on a phone', () => {
  it('shows a tile for each badge, and the text of the one that is pressed', async () => {
    vi.spyOn(window, 'matchMedia').mockImplementation(
      (query) => ({ matches: false, media: query, addEventListener() {}, removeEventListener() {} }) as never,
    )
    fakeCall(getBadges, {
      badges: badgeNames.map((badge) => ({
        badge,
        earned_at: badge === 'first_lesson' ? '2026-11-03T08:00:00Z' : null,
        value: badge === 'streak_7' ? 4 : 0,
        target: badge === 'streak_7' ? 7 : 1,
      })),
    })
    const { user } = await renderPage(<BadgesCard />)
    const tile = await screen.findByRole('button', { name: 'A whole week 4 of 7' })
    expect(screen.getAllByRole('button')).toHaveLength(badgeNames.length)
    expect(screen.getByRole('button', { name: 'First lesson Earned on Nov 3, 2026' })).toBeInTheDocument()
    expect(screen.queryByText('Learn on seven days running.')).not.toBeInTheDocument()
    await user.click(tile)
    expect(tile).toHaveAttribute('aria-pressed', 'true')
    expect(screen.getByText('Learn on seven days running.')).toBeInTheDocument()
    await user.click(tile)
    expect(screen.queryByText('Learn on seven days running.')).not.toBeInTheDocument()
  })
})

describe('weekly goal', () => {
  const goal = { goal_minutes: null, minutes: 90, week_start: '2026-11-16', days_left: 2 }

  it('shows a chosen goal at once and rolls it back on failure', async () => {
    fakeCall(getWeeklyGoal, goal)
    let release: (() => void) | undefined
    const gate = new Promise<void>((resolve) => (release = resolve))
    fakeCall(setWeeklyGoal, async () => {
      await gate
      return failWith('internal_error')
    })
    const { user } = await renderPage(<GoalCard />)
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Choose a goal' }), '180')
    expect(await screen.findByText('1 h 30 min of 3 h')).toBeInTheDocument()
    expect(screen.getByText('1 h 30 min to go, 2 days left')).toBeInTheDocument()
    release?.()
    expect(await screen.findByText('No goal yet')).toBeInTheDocument()
  })
})

describe('why this time', () => {
  const interval = {
    started_at: '2026-11-21T09:00:00Z',
    ended_at: '2026-11-21T09:20:00Z',
    device: 'Firefox, Linux',
    device_type: 'desktop',
    claimed_seconds: 1200,
    counted_seconds: 1170,
    reason: 'overlap' as const,
  }

  it('explains what counted of an overlapping interval and why', async () => {
    fakeCall(getIntervals, { day: '2026-11-21', counted_seconds: 1170, stretches: [interval] })
    await renderPage(<StudyTimePage />)
    const item = within(await screen.findByRole('listitem'))
    expect(item.getByText('20 min counted')).toBeInTheDocument()
    expect(item.getByText('30 sec not counted')).toBeInTheDocument()
    expect(item.getByText('This overlaps with time that is already counted.')).toBeInTheDocument()
    expect(item.getByText('Firefox, Linux')).toBeInTheDocument()
  })

  it('loads the day before and keeps it in the URL', async () => {
    const call = fakeCall(getIntervals, ({ query }) => ({
      day: query['day'] ?? '2026-11-21',
      counted_seconds: 0,
      stretches: [],
    }))
    const { user, address } = await renderPage(<StudyTimePage />, { path: '/user-profile/study-time' })
    await user.click(await screen.findByRole('button', { name: 'Day before' }))
    expect(await screen.findByRole('heading', { level: 2, name: /Nov 20, 2026/ })).toBeInTheDocument()
    expect(address()).toBe('/user-profile/study-time?day=2026-11-20')
    expect(call.requests.at(-1)?.query).toEqual({ day: '2026-11-20' })
    await user.click(screen.getByRole('button', { name: 'Day after' }))
    expect(screen.getByRole('button', { name: 'Day after' })).toBeDisabled()
  })
})

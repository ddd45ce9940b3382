import { render, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { COUNT_STEPS } from '#src/shared/lib/axis.ts'
import { BarChart } from '#src/shared/ui/content/BarChart.tsx'

const aBar = (index: number, value: number, group?: string) => ({
  key: String(index),
  tick: String(index),
  name: `Day ${index}`,
  value,
  valueText: `${value} h`,
  ...(group && { group }),
})
const draw = (bars: ReturnType<typeof aBar>[], goal?: { value: number; text: string }) =>
  render(
    <BarChart
      bars={bars}
      summary="Seven hours"
      columns={['Day', 'Time']}
      texts={{ asTable: 'As a table', asChart: 'As a chart' }}
      axis={{ steps: COUNT_STEPS, text: (value) => `${value} hours` }}
      {...(goal && { goal })}
    />,
  )
const shown = (text: string) =>
  screen.getAllByText(text).filter((element) => !element.classList.contains('invisible'))

describe('BarChart', () => {
  it('names the values of its axis, each at its height', () => {
    draw([aBar(1, 3), aBar(2, 7)])
    for (const [value, bottom] of [
      [0, '0%'],
      [4, '50%'],
      [8, '100%'],
    ] as const)
      expect(shown(`${value} hours`)[0]).toHaveStyle({ bottom })
  })

  it('says what its line means, and has room for a line above all bars', () => {
    draw([aBar(1, 1), aBar(2, 2)], { value: 6, text: 'Streak: more than 6 h' })
    expect(screen.getByText('Streak: more than 6 h').parentElement).toHaveStyle({ bottom: '100%' })
  })

  it('names the months below the days, but not a month too narrow for its name', () => {
    draw(
      Array.from({ length: 30 }, (_, index) =>
        aBar(index, 1, index < 2 ? 'Sep' : index < 16 ? 'Oct' : 'Nov'),
      ),
    )
    expect(screen.getByText('Oct')).toBeInTheDocument()
    expect(screen.getByText('Nov')).toBeInTheDocument()
    expect(screen.queryByText('Sep')).not.toBeInTheDocument()
  })
})

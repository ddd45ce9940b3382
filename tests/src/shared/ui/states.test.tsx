import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ComponentProps } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { Avatar } from '#src/shared/ui/content/Avatar.tsx'
import { CourseCover } from '#src/shared/ui/content/CourseCover.tsx'
import { ListState } from '#src/shared/ui/feedback/ListState.tsx'
import { Logo } from '#src/shared/ui/content/Logo.tsx'
import { Pagination } from '#src/shared/ui/Pagination.tsx'
import { Progress } from '#src/shared/ui/feedback/Progress.tsx'

type Props = ComponentProps<typeof ListState<string>>

const aList = (given: Partial<Props>) => {
  const retry = vi.fn<() => void>()
  const clear = vi.fn<() => void>()
  render(
    <ListState<string>
      items={undefined}
      failed={false}
      offline={false}
      filtered={false}
      loadingLabel="Loading courses"
      skeleton={<div data-testid="skeleton" />}
      empty={{ title: 'No courses available at the moment.' }}
      emptyFiltered={{ title: 'No results found.', clearLabel: 'Clear filters', onClear: clear }}
      error={{ title: 'Error loading courses.', retryLabel: 'Try again', onRetry: retry }}
      offlineMessage={{ title: 'You are offline' }}
      {...given}
    >
      {(items) => <p>{items.join(', ')}</p>}
    </ListState>,
  )
  return { retry, clear }
}

describe('ListState', () => {
  it('given nothing known yet, when shown, then a skeleton that says what it is', () => {
    aList({})
    expect(screen.getByRole('status')).toHaveTextContent('Loading courses')
    expect(screen.getByTestId('skeleton')).toBeInTheDocument()
  })

  it('given a failure, when shown, then an alert with a way to try again', async () => {
    const { retry } = aList({ failed: true })
    expect(screen.getByRole('alert')).toHaveTextContent('Error loading courses.')
    await userEvent.setup().click(screen.getByRole('button', { name: 'Try again' }))
    expect(retry).toHaveBeenCalledTimes(1)
  })

  it('given no connection, when nothing is known, then it says so instead of failing', () => {
    aList({ failed: true, offline: true })
    expect(screen.getByText('You are offline')).toBeVisible()
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })

  it('given an empty answer, when shown, then the empty state; under filters a way to clear them', async () => {
    aList({ items: [] })
    expect(screen.getByText('No courses available at the moment.')).toBeVisible()
    const { clear } = aList({ items: [], filtered: true })
    await userEvent.setup().click(screen.getByRole('button', { name: 'Clear filters' }))
    expect(clear).toHaveBeenCalledTimes(1)
  })

  it('given known data, when the refresh fails or the connection goes, then the data stays', () => {
    aList({ items: ['Excel', 'SQL'], failed: true, offline: true })
    expect(screen.getByText('Excel, SQL')).toBeVisible()
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })
})

describe('Pagination', () => {
  const texts = { label: 'Pages', previous: 'Previous', next: 'Next', page: (page: number) => `Page ${page}` }

  it('given a page in the middle, when shown, then neighbours and ends can be chosen', async () => {
    const choose = vi.fn<(page: number) => void>()
    render(<Pagination page={5} pages={9} texts={texts} onPage={choose} />)
    expect(screen.getByRole('button', { current: 'page' })).toHaveAccessibleName('Page 5')
    await userEvent.setup().click(screen.getByRole('button', { name: 'Page 6' }))
    expect(choose).toHaveBeenCalledExactlyOnceWith(6)
    expect(screen.queryByRole('button', { name: 'Page 3' })).not.toBeInTheDocument()
  })

  it('given the first of two pages, when shown, then there is no way back; a single page shows nothing', () => {
    const { rerender } = render(
      <Pagination page={1} pages={2} texts={texts} onPage={vi.fn<(page: number) => void>()} />,
    )
    expect(screen.getByRole('button', { name: 'Previous' })).toBeDisabled()
    rerender(<Pagination page={1} pages={1} texts={texts} onPage={vi.fn<(page: number) => void>()} />)
    expect(screen.queryByRole('navigation')).not.toBeInTheDocument()
  })
})

describe('pictures', () => {
  it('given a picture that cannot be had, when it fails, then initials and the name stand in', () => {
    const { container } = render(
      <>
        <Avatar name="Asha Rao" alt="Asha Rao" src="/gone.png" />
        <Logo name="Kite Academy" src="/gone.svg" />
        <CourseCover title="Excel" src="/gone.jpg" />
      </>,
    )
    for (const image of container.querySelectorAll('img')) fireEvent.error(image)
    expect(screen.getByRole('img', { name: 'Asha Rao' })).toHaveAttribute('data-initials', 'AR')
    expect(screen.getByText('Kite Academy')).toBeVisible()
    expect(container.querySelector('img')).toBeNull()
    expect(container.querySelector('svg linearGradient')).not.toBeNull()
  })

  it('given names of equal length, when drawn, then the same gradient; one longer, another', () => {
    const { container } = render(
      <>
        <Avatar name="Asha" />
        <Avatar name="Omar" />
        <Avatar name="Priya" />
      </>,
    )
    const [first, second, third] = [...container.querySelectorAll('span')].map(
      (element) => element.style.backgroundColor,
    )
    expect(first).toBe(second)
    expect(first).not.toBe(third)
  })

  it('given a share out of bounds, when shown, then the bar says a percentage', () => {
    render(<Progress label="Course" value={140} />)
    expect(screen.getByRole('progressbar', { name: 'Course' })).toHaveAttribute('aria-valuenow', '100')
  })
})

import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ComponentProps } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { Avatar } from '#src/shared/ui/content/Avatar.tsx'
import { CourseCover } from '#src/shared/ui/content/CourseCover.tsx'
import { Illustration } from '#src/shared/ui/feedback/Illustration.tsx'
import { ListState } from '#src/shared/ui/feedback/ListState.tsx'
import { Logo } from '#src/shared/ui/content/Logo.tsx'
import { Pagination } from '#src/shared/ui/Pagination.tsx'
import { Progress } from '#src/shared/ui/feedback/Progress.tsx'

type Props = ComponentProps<typeof ListState<string>>

const renderList = (overrides: Partial<Props>) => {
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
      {...overrides}
    >
      {(items) => <p>{items.join(', ')}</p>}
    </ListState>,
  )
  return { retry, clear }
}

const SCENES = ['start', 'talk', 'ask', 'stars', 'rest', 'podium', 'path', 'packed'] as const

describe('Illustration', () => {
  it('draws the same bird in each scene, hidden from screen readers, without a text', () => {
    const birds = SCENES.map((name) => {
      const { container } = render(<Illustration name={name} />)
      const drawing = container.querySelector('svg')
      expect(drawing).toHaveAttribute('aria-hidden', 'true')
      expect(drawing).toHaveTextContent('')
      return [...container.querySelectorAll('path[fill="var(--primary)"]')].map((path) =>
        path.getAttribute('d'),
      )
    })
    expect(new Set(birds.flat()).size).toBe(1)
    expect(birds.every((found) => found.length === 1)).toBe(true)
    // Control: a drawing without the bird.
    const { container } = render(<Illustration name="error" />)
    expect(
      [...container.querySelectorAll('path')].some((path) => path.getAttribute('d') === birds[0]?.[0]),
    ).toBe(false)
  })
})

describe('ListState', () => {
  it('shows a labelled skeleton while loading', () => {
    renderList({})
    expect(screen.getByRole('status')).toHaveTextContent('Loading courses')
    expect(screen.getByTestId('skeleton')).toBeInTheDocument()
  })

  it('shows an error with a retry button', async () => {
    const { retry } = renderList({ failed: true })
    expect(screen.getByRole('alert')).toHaveTextContent('Error loading courses.')
    await userEvent.setup().click(screen.getByRole('button', { name: 'Try again' }))
    expect(retry).toHaveBeenCalledTimes(1)
  })

  it('shows the offline message instead of an error', () => {
    renderList({ failed: true, offline: true })
    expect(screen.getByText('You are offline')).toBeVisible()
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })

  it('shows the empty state, and a way to clear filters', async () => {
    renderList({ items: [] })
    expect(screen.getByText('No courses available at the moment.')).toBeVisible()
    const { clear } = renderList({ items: [], filtered: true })
    await userEvent.setup().click(screen.getByRole('button', { name: 'Clear filters' }))
    expect(clear).toHaveBeenCalledTimes(1)
  })

  it('keeps loaded data when a refetch fails or the connection is lost', () => {
    renderList({ items: ['Excel', 'SQL'], failed: true, offline: true })
    expect(screen.getByText('Excel, SQL')).toBeVisible()
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })
})

describe('Pagination', () => {
  const texts = { label: 'Pages', previous: 'Previous', next: 'Next', page: (page: number) => `Page ${page}` }

  it('offers neighbours and ends of a middle page', async () => {
    const choose = vi.fn<(page: number) => void>()
    render(<Pagination page={5} pages={9} texts={texts} onPage={choose} />)
    expect(screen.getByRole('button', { current: 'page' })).toHaveAccessibleName('Page 5')
    await userEvent.setup().click(screen.getByRole('button', { name: 'Page 6' }))
    expect(choose).toHaveBeenCalledExactlyOnceWith(6)
    expect(screen.queryByRole('button', { name: 'Page 3' })).not.toBeInTheDocument()
  })

  it('disables "previous" on the first page and hides for a single page', () => {
    const { rerender } = render(
      <Pagination page={1} pages={2} texts={texts} onPage={vi.fn<(page: number) => void>()} />,
    )
    expect(screen.getByRole('button', { name: 'Previous' })).toBeDisabled()
    rerender(<Pagination page={1} pages={1} texts={texts} onPage={vi.fn<(page: number) => void>()} />)
    expect(screen.queryByRole('navigation')).not.toBeInTheDocument()
  })
})

describe('image fallbacks', () => {
  it('shows initials, name or drawing when the picture fails', () => {
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

  it('picks the gradient by the length of the name', () => {
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

  it('clamps the value to 100 percent', () => {
    render(<Progress label="Course" value={140} />)
    expect(screen.getByRole('progressbar', { name: 'Course' })).toHaveAttribute('aria-valuenow', '100')
  })
})

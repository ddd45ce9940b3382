import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { Button } from '#src/shared/ui/Button.tsx'
import { Dialog } from '#src/shared/ui/overlays/Dialog.tsx'
import { DropPanel } from '#src/shared/ui/overlays/DropPanel.tsx'
import { Menu } from '#src/shared/ui/overlays/Menu.tsx'
import { Select } from '#src/shared/ui/forms/Select.tsx'
import { Tabs } from '#src/shared/ui/Tabs.tsx'
import { Toaster, type ToastItem } from '#src/shared/ui/overlays/Toaster.tsx'
import { UiProvider } from '#src/shared/ui/UiProvider.tsx'

afterEach(() => {
  vi.useRealTimers()
})

const pass = (ms: number) =>
  act(() => {
    vi.advanceTimersByTime(ms)
  })

const toast = (given: Partial<ToastItem> = {}): ToastItem => ({
  id: 'a',
  kind: 'success',
  title: 'Thread deleted',
  ...given,
})

const aToaster = (toasts: ToastItem[]) => {
  const dismiss = vi.fn<(id: string) => void>()
  const deed = vi.fn<(action: string) => void>()
  render(
    <Toaster
      toasts={toasts}
      durationMs={5000}
      texts={{ region: 'Notices', dismiss: 'Dismiss' }}
      onDismiss={dismiss}
      onAction={deed}
    />,
  )
  return { dismiss, deed }
}

describe('Toaster', () => {
  it('given a notice, when five seconds have passed, then it goes, and not before', () => {
    vi.useFakeTimers()
    const { dismiss } = aToaster([toast()])
    pass(4999)
    expect(dismiss).not.toHaveBeenCalled()
    pass(1)
    expect(dismiss).toHaveBeenCalledExactlyOnceWith('a')
  })

  it('given a pointer on it, when time passes, then the clock stands still and goes on with what was left', () => {
    vi.useFakeTimers()
    const { dismiss } = aToaster([toast()])
    const region = screen.getByRole('region', { name: 'Notices' })
    pass(3000)
    fireEvent.pointerEnter(region)
    pass(60_000)
    expect(dismiss).not.toHaveBeenCalled()
    fireEvent.pointerLeave(region)
    pass(1999)
    expect(dismiss).not.toHaveBeenCalled()
    pass(1)
    expect(dismiss).toHaveBeenCalledTimes(1)
  })

  it('given the focus inside, when time passes, then it stays', () => {
    vi.useFakeTimers()
    const { dismiss } = aToaster([toast()])
    act(() => screen.getByRole('button', { name: 'Dismiss' }).focus())
    pass(60_000)
    expect(dismiss).not.toHaveBeenCalled()
  })

  it('given an offered deed, when time passes, then it stays until it is answered', () => {
    vi.useFakeTimers()
    const { dismiss, deed } = aToaster([toast({ action: { id: 'apply', label: 'Update' } })])
    pass(60_000)
    expect(dismiss).not.toHaveBeenCalled()
    fireEvent.click(screen.getByRole('button', { name: 'Update' }))
    expect(deed).toHaveBeenCalledExactlyOnceWith('apply')
    expect(dismiss).toHaveBeenCalledExactlyOnceWith('a')
  })

  it('given kinds, when shown, then errors interrupt and the others wait in a polite list', () => {
    aToaster([toast(), toast({ id: 'b', kind: 'error', title: 'Failed to vote' })])
    expect(screen.getByRole('alert')).toHaveTextContent('Failed to vote')
    expect(screen.getByRole('list')).toHaveAttribute('aria-live', 'polite')
    expect(within(screen.getByRole('list')).getAllByRole('listitem')).toHaveLength(2)
  })
})

const aPanel = (hover = false) =>
  render(
    <>
      <DropPanel
        label="Account"
        hover={hover}
        trigger={(props) => (
          <button type="button" {...props}>
            Open
          </button>
        )}
      >
        <a href="#profile">Profile</a>
      </DropPanel>
      <button type="button">Elsewhere</button>
    </>,
  )

describe('DropPanel', () => {
  it('given an open panel, when Escape is pressed inside, then it closes and the focus is on the button', async () => {
    const user = userEvent.setup()
    aPanel()
    await user.tab()
    await user.keyboard('{Enter}')
    expect(screen.getByRole('button', { name: 'Open' })).toHaveAttribute('aria-expanded', 'true')
    await user.tab()
    expect(screen.getByRole('link', { name: 'Profile' })).toHaveFocus()
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('group', { name: 'Account' })).not.toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Open' })).toHaveFocus()
  })

  it('given an open panel, when something outside is pressed, then it closes', async () => {
    const user = userEvent.setup()
    aPanel()
    await user.click(screen.getByRole('button', { name: 'Open' }))
    await user.click(screen.getByRole('button', { name: 'Elsewhere' }))
    expect(screen.queryByRole('group')).not.toBeInTheDocument()
  })

  it('given an open panel, when the focus walks out, then it closes', async () => {
    const user = userEvent.setup()
    aPanel()
    await user.click(screen.getByRole('button', { name: 'Open' }))
    await user.tab()
    await user.tab()
    expect(screen.getByRole('button', { name: 'Elsewhere' })).toHaveFocus()
    expect(screen.queryByRole('group')).not.toBeInTheDocument()
  })

  it('given a hover panel, when the mouse rests and leaves, then it opens and closes; a press keeps it', async () => {
    const user = userEvent.setup()
    aPanel(true)
    const button = screen.getByRole('button', { name: 'Open' })
    await user.hover(button)
    expect(screen.getByRole('group', { name: 'Account' })).toBeVisible()
    await user.hover(screen.getByRole('button', { name: 'Elsewhere' }))
    expect(screen.queryByRole('group')).not.toBeInTheDocument()
    await user.click(button)
    await user.hover(screen.getByRole('button', { name: 'Elsewhere' }))
    expect(screen.getByRole('group', { name: 'Account' })).toBeVisible()
  })
})

describe('Menu', () => {
  it('given the keyboard alone, when arrows and Enter are used, then a deed is done and the focus comes back', async () => {
    const user = userEvent.setup()
    const remove = vi.fn<() => void>()
    render(
      <Menu
        trigger={<Button>More</Button>}
        items={[
          { id: 'edit', label: 'Edit', onSelect: vi.fn<() => void>() },
          { id: 'remove', label: 'Delete', danger: true, onSelect: remove },
        ]}
      />,
    )
    await user.tab()
    await user.keyboard('{ArrowDown}')
    await screen.findByRole('menu')
    await waitFor(() => expect(screen.getByRole('menuitem', { name: 'Edit' })).toHaveFocus())
    await user.keyboard('{ArrowDown}{Enter}')
    expect(remove).toHaveBeenCalledTimes(1)
    await waitFor(() => expect(screen.getByRole('button', { name: 'More' })).toHaveFocus())
  })
})

describe('Tabs', () => {
  it('given a right-to-left page, when the left arrow is pressed, then the next tab is chosen', async () => {
    const user = userEvent.setup()
    render(
      <UiProvider direction="rtl">
        <div dir="rtl">
          <Tabs
            label="Parts"
            tabs={['One', 'Two'].map((label) => ({ value: label, label, content: `${label} inside` }))}
          />
        </div>
      </UiProvider>,
    )
    await user.tab()
    expect(screen.getByRole('tab', { name: 'One' })).toHaveFocus()
    await user.keyboard('{ArrowLeft}{Enter}')
    await waitFor(() =>
      expect(screen.getByRole('tab', { name: 'Two' })).toHaveAttribute('aria-selected', 'true'),
    )
    expect(screen.getByRole('tabpanel')).toHaveTextContent('Two inside')
  })
})

describe('Dialog', () => {
  it('given a question, when Escape is pressed, then it closes and the focus returns to what opened it', async () => {
    const user = userEvent.setup()
    const Ask = () => {
      const [open, setOpen] = useState(false)
      return (
        <>
          <Button onClick={() => setOpen(true)}>Leave</Button>
          <Dialog
            open={open}
            title="Leave?"
            description="Progress is kept."
            closeLabel="Close"
            onOpenChange={setOpen}
          />
        </>
      )
    }
    render(<Ask />)
    await user.click(screen.getByRole('button', { name: 'Leave' }))
    const dialog = await screen.findByRole('dialog', { name: 'Leave?' })
    expect(dialog).toHaveAccessibleDescription('Progress is kept.')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    await waitFor(() => expect(screen.getByRole('button', { name: 'Leave' })).toHaveFocus())
  })
})

describe('Select', () => {
  it('given options, when one is chosen, then its value is told', async () => {
    const user = userEvent.setup()
    const choose = vi.fn<(value: 'easy' | 'hard') => void>()
    render(
      <Select
        label="Level"
        value="easy"
        options={[
          { value: 'easy', label: 'Easy' },
          { value: 'hard', label: 'Hard' },
        ]}
        onChange={choose}
      />,
    )
    await user.click(screen.getByRole('combobox', { name: 'Level' }))
    await user.click(await screen.findByRole('option', { name: 'Hard' }))
    expect(choose).toHaveBeenCalledExactlyOnceWith('hard')
  })
})

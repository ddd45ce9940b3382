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

const advance = (ms: number) =>
  act(() => {
    vi.advanceTimersByTime(ms)
  })

const toast = (overrides: Partial<ToastItem> = {}): ToastItem => ({
  id: 'a',
  kind: 'success',
  title: 'Thread deleted',
  ...overrides,
})

const renderToaster = (toasts: ToastItem[]) => {
  const onDismiss = vi.fn<(id: string) => void>()
  const onAction = vi.fn<(action: string) => void>()
  render(
    <Toaster
      toasts={toasts}
      durationMs={5000}
      texts={{ region: 'Notices', dismiss: 'Dismiss' }}
      onDismiss={onDismiss}
      onAction={onAction}
    />,
  )
  return { onDismiss, onAction }
}

describe('Toaster', () => {
  it('dismisses a toast after five seconds', () => {
    vi.useFakeTimers()
    const { onDismiss } = renderToaster([toast()])
    advance(4999)
    expect(onDismiss).not.toHaveBeenCalled()
    advance(1)
    expect(onDismiss).toHaveBeenCalledExactlyOnceWith('a')
  })

  it('pauses the timer while a pointer is on it', () => {
    vi.useFakeTimers()
    const { onDismiss } = renderToaster([toast()])
    const region = screen.getByRole('region', { name: 'Notices' })
    advance(3000)
    fireEvent.pointerEnter(region)
    advance(60_000)
    expect(onDismiss).not.toHaveBeenCalled()
    fireEvent.pointerLeave(region)
    advance(1999)
    expect(onDismiss).not.toHaveBeenCalled()
    advance(1)
    expect(onDismiss).toHaveBeenCalledTimes(1)
  })

  it('stays while the focus is inside', () => {
    vi.useFakeTimers()
    const { onDismiss } = renderToaster([toast()])
    act(() => screen.getByRole('button', { name: 'Dismiss' }).focus())
    advance(60_000)
    expect(onDismiss).not.toHaveBeenCalled()
  })

  it('stays until its action is answered', () => {
    vi.useFakeTimers()
    const { onDismiss, onAction } = renderToaster([toast({ action: { id: 'apply', label: 'Update' } })])
    advance(60_000)
    expect(onDismiss).not.toHaveBeenCalled()
    fireEvent.click(screen.getByRole('button', { name: 'Update' }))
    expect(onAction).toHaveBeenCalledExactlyOnceWith('apply')
    expect(onDismiss).toHaveBeenCalledExactlyOnceWith('a')
  })

  it('interrupts for errors and lists the others politely', () => {
    renderToaster([toast(), toast({ id: 'b', kind: 'error', title: 'Failed to vote' })])
    expect(screen.getByRole('alert')).toHaveTextContent('Failed to vote')
    expect(screen.getByRole('list')).toHaveAttribute('aria-live', 'polite')
    expect(within(screen.getByRole('list')).getAllByRole('listitem')).toHaveLength(2)
  })
})

const renderPanel = (hover = false) =>
  render(
    <>
      <DropPanel
        label="Account"
        closeLabel="Close"
        opensOnHover={hover}
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
  it('closes by its handle and returns the focus to the button', async () => {
    const user = userEvent.setup()
    renderPanel()
    await user.click(screen.getByRole('button', { name: 'Open' }))
    await user.click(screen.getByRole('button', { name: 'Close' }))
    expect(screen.queryByRole('group', { name: 'Account' })).not.toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Open' })).toHaveFocus()
  })

  it('closes on Escape and returns the focus to the button', async () => {
    const user = userEvent.setup()
    renderPanel()
    await user.tab()
    await user.keyboard('{Enter}')
    expect(screen.getByRole('button', { name: 'Open' })).toHaveAttribute('aria-expanded', 'true')
    await user.tab()
    expect(screen.getByRole('link', { name: 'Profile' })).toHaveFocus()
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('group', { name: 'Account' })).not.toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Open' })).toHaveFocus()
  })

  it('closes on a press outside', async () => {
    const user = userEvent.setup()
    renderPanel()
    await user.click(screen.getByRole('button', { name: 'Open' }))
    await user.click(screen.getByRole('button', { name: 'Elsewhere' }))
    expect(screen.queryByRole('group')).not.toBeInTheDocument()
  })

  it('closes when the focus leaves it', async () => {
    const user = userEvent.setup()
    renderPanel()
    await user.click(screen.getByRole('button', { name: 'Open' }))
    await user.tab()
    await user.tab()
    expect(screen.getByRole('button', { name: 'Elsewhere' })).toHaveFocus()
    expect(screen.queryByRole('group')).not.toBeInTheDocument()
  })

  it('opens and closes on hover; a press keeps it open', async () => {
    const user = userEvent.setup()
    renderPanel(true)
    const button = screen.getByRole('button', { name: 'Open' })
    await user.hover(button)
    expect(screen.getByRole('group', { name: 'Account' })).toBeVisible()
    await user.hover(screen.getByRole('button', { name: 'Elsewhere' }))
    expect(screen.queryByRole('group')).not.toBeInTheDocument()
    await user.click(button)
    await user.hover(screen.getByRole('button', { name: 'Elsewhere' }))
    expect(screen.getByRole('group', { name: 'Account' })).toBeVisible()
  })

  it('opens no sheet on hover: its backdrop would cover the button', async () => {
    const list = { matches: false, addEventListener() {}, removeEventListener() {} }
    vi.spyOn(window, 'matchMedia').mockImplementation(() => list as never)
    const user = userEvent.setup()
    renderPanel(true)
    const button = screen.getByRole('button', { name: 'Open' })
    await user.hover(button)
    expect(screen.queryByRole('group')).not.toBeInTheDocument()
    await user.click(button)
    expect(screen.getByRole('group', { name: 'Account' })).toBeVisible()
  })
})

describe('Menu', () => {
  it('runs an action by keyboard and returns the focus', async () => {
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
  it('selects the next tab with the left arrow in a right-to-left page', async () => {
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
  it('closes on Escape and returns the focus to its opener', async () => {
    const user = userEvent.setup()
    const Question = () => {
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
    render(<Question />)
    await user.click(screen.getByRole('button', { name: 'Leave' }))
    const dialog = await screen.findByRole('dialog', { name: 'Leave?' })
    expect(dialog).toHaveAccessibleDescription('Progress is kept.')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    await waitFor(() => expect(screen.getByRole('button', { name: 'Leave' })).toHaveFocus())
  })
})

describe('Select', () => {
  it('reports the chosen value', async () => {
    const user = userEvent.setup()
    const onChange = vi.fn<(value: 'easy' | 'hard') => void>()
    render(
      <Select
        label="Level"
        value="easy"
        options={[
          { value: 'easy', label: 'Easy' },
          { value: 'hard', label: 'Hard' },
        ]}
        onChange={onChange}
      />,
    )
    await user.click(screen.getByRole('combobox', { name: 'Level' }))
    await user.click(await screen.findByRole('option', { name: 'Hard' }))
    expect(onChange).toHaveBeenCalledExactlyOnceWith('hard')
  })
})

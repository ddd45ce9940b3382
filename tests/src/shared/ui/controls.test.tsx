import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState, type FormEvent } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { Button } from '#src/shared/ui/Button.tsx'
import { Checkbox } from '#src/shared/ui/forms/Checkbox.tsx'
import { CodeInput } from '#src/shared/ui/forms/CodeInput.tsx'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { PasswordInput } from '#src/shared/ui/forms/PasswordInput.tsx'
import { TextInput } from '#src/shared/ui/forms/TextInput.tsx'

describe('Field', () => {
  it('names, describes and marks an invalid control', () => {
    render(
      <Field label="E-mail" hint="For your codes" error="Not an address" required>
        {(field) => <TextInput {...field} />}
      </Field>,
    )
    const input = screen.getByLabelText('E-mail')
    expect(input).toHaveAccessibleDescription('For your codes Not an address')
    expect(input).toBeInvalid()
    expect(input).toBeRequired()
  })

  it('has no description without a hint or an error', () => {
    render(<Field label="Name">{(field) => <TextInput {...field} />}</Field>)
    expect(screen.getByLabelText('Name')).not.toHaveAttribute('aria-describedby')
    expect(screen.getByLabelText('Name')).toBeValid()
  })
})

describe('Button', () => {
  it('ignores presses and keeps the focus while pending', async () => {
    const user = userEvent.setup()
    const press = vi.fn<() => void>()
    const submit = vi.fn<(event: FormEvent) => void>((event) => event.preventDefault())
    const form = (pending: boolean) => (
      <form onSubmit={submit}>
        <Button type="submit" pending={pending} onClick={press}>
          Save
        </Button>
      </form>
    )
    const { rerender } = render(form(false))
    await user.click(screen.getByRole('button', { name: 'Save' }))
    rerender(form(true))
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(press).toHaveBeenCalledTimes(1)
    expect(submit).toHaveBeenCalledTimes(1)
    expect(screen.getByRole('button')).toHaveFocus()
    expect(screen.getByRole('button')).toHaveAttribute('aria-busy', 'true')
  })
})

describe('PasswordInput', () => {
  it('keeps the text when it is shown and hidden', async () => {
    const user = userEvent.setup()
    render(
      <Field label="Password">
        {(field) => <PasswordInput {...field} showLabel="Show" hideLabel="Hide" />}
      </Field>,
    )
    const input = screen.getByLabelText('Password')
    await user.type(input, 'secret words')
    expect(input).toHaveAttribute('type', 'password')
    await user.click(screen.getByRole('button', { name: 'Show' }))
    expect(input).toHaveAttribute('type', 'text')
    await user.click(screen.getByRole('button', { name: 'Hide' }))
    expect(input).toHaveAttribute('type', 'password')
    expect(input).toHaveValue('secret words')
  })
})

describe('Checkbox', () => {
  it('toggles when its label is pressed', async () => {
    const user = userEvent.setup()
    render(<Checkbox label="I accept" error="Please accept this" />)
    await user.click(screen.getByText('I accept'))
    expect(screen.getByRole('checkbox', { name: 'I accept' })).toBeChecked()
    expect(screen.getByRole('checkbox')).toHaveAccessibleDescription('Please accept this')
  })
})

const Code = ({ onComplete }: { onComplete: (code: string) => void }) => {
  const [code, setCode] = useState('')
  return (
    <Field label="Code">
      {(field) => <CodeInput {...field} value={code} onChange={setCode} onComplete={onComplete} />}
    </Field>
  )
}

describe('CodeInput', () => {
  it.each([
    ['123456', '123456'],
    [' 123 456 ', '123456'],
    ['Your code is ١٢٣٤٥٦.', '123456'],
    ['१२३४५६', '123456'],
    ['123456789', '123456'],
  ])('fills all boxes from a paste of %j with %s', async (clip, expected) => {
    const user = userEvent.setup()
    const done = vi.fn<(code: string) => void>()
    render(<Code onComplete={done} />)
    await user.click(screen.getByLabelText('Code'))
    await user.paste(clip)
    expect(screen.getByLabelText('Code')).toHaveValue(expected)
    expect(done).toHaveBeenCalledExactlyOnceWith(expected)
  })

  it('completes once after a corrected mistake', async () => {
    const user = userEvent.setup()
    const done = vi.fn<(code: string) => void>()
    render(<Code onComplete={done} />)
    const input = screen.getByLabelText('Code')
    await user.type(input, '12a4{Backspace}३456')
    expect(input).toHaveValue('123456')
    expect(done).toHaveBeenCalledExactlyOnceWith('123456')
    expect(input).toHaveAttribute('autocomplete', 'one-time-code')
  })

  it('ignores a paste without digits', async () => {
    const user = userEvent.setup()
    const done = vi.fn<(code: string) => void>()
    render(<Code onComplete={done} />)
    await user.type(screen.getByLabelText('Code'), '12')
    await user.paste('hello')
    expect(screen.getByLabelText('Code')).toHaveValue('12')
    expect(done).not.toHaveBeenCalled()
  })
})

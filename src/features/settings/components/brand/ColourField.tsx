import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { BLACK } from '#contract/client-info/colour.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { TextInput } from '#src/shared/ui/forms/TextInput.tsx'

type Props = {
  label: string
  hint?: ReactNode
  /** Null: derived. */
  value: string | null
  /** What is shown while the value is derived. */
  derived?: string
  /** Absent for a colour that is always set. */
  onDerive?: () => void
  onChange: (colour: string) => void
}

const COLOUR = /^#[0-9a-f]{6}$/
/** Short forms, capitals and a missing number sign are how people paste colours. */
const colourIn = (text: string): string | null => {
  const hex = `#${text.trim().toLowerCase().replace(/^#/, '')}`
  const long = /^#[0-9a-f]{3}$/.test(hex) ? hex.replace(/[0-9a-f]/g, '$&$&') : hex
  return COLOUR.test(long) ? long : null
}

/** A colour to choose or to type. What is typed stays, and counts as soon as it is a colour. */
export const ColourField = ({ label, hint, value, derived = BLACK, onDerive, onChange }: Props) => {
  const { t } = useTranslation('settings')
  const shown = value ?? derived
  const [typed, setTyped] = useState<string | null>(null)
  const isWrong = typed !== null && colourIn(typed) === null
  return (
    <Field
      label={label}
      hint={hint}
      error={isWrong ? t('colours.wrong') : null}
      aside={
        onDerive &&
        (value === null ? (
          <span className="text-sm text-ink-muted">{t('colours.automatic')}</span>
        ) : (
          <Button
            variant="ghost"
            size="sm"
            aria-label={t('colours.deriveNamed', { name: label })}
            onClick={() => {
              setTyped(null)
              onDerive()
            }}
          >
            {t('colours.derive')}
          </Button>
        ))
      }
    >
      {(control) => (
        <div className="flex items-center gap-2">
          <input
            type="color"
            aria-label={t('colours.choose', { name: label })}
            value={shown}
            className="size-11 shrink-0 cursor-pointer rounded-lg border border-line-strong bg-surface-raised p-1"
            onChange={({ target }) => {
              setTyped(null)
              onChange(target.value)
            }}
          />
          <TextInput
            {...control}
            dir="ltr"
            maxLength={9}
            autoComplete="off"
            spellCheck={false}
            className="font-mono"
            value={typed ?? shown}
            onChange={({ target }) => {
              setTyped(target.value)
              const colour = colourIn(target.value)
              if (colour !== null) onChange(colour)
            }}
            onBlur={() => !isWrong && setTyped(null)}
          />
        </div>
      )}
    </Field>
  )
}

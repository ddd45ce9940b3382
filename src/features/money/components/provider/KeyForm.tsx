import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import {
  keyNames,
  keyPatterns,
  type KeyName,
  type PaymentProviderSettings,
} from '#contract/money/providers.ts'
import { useFocusInvalid } from '#src/shared/lib/hooks/use-focus-invalid.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { TextInput } from '#src/shared/ui/forms/TextInput.tsx'
import type { ProviderChange } from '../../api/providers.queries.ts'

type Props = { settings: PaymentProviderSettings; change: ProviderChange }
type Typed = Record<KeyName, string>
const NOTHING: Typed = { key_id: '', secret: '', webhook_secret: '' }

/** The keys to type. What is stored is not shown; an empty field keeps it. */
export const KeyForm = ({ settings, change }: Props) => {
  const { t } = useTranslation('money')
  const { typed, type, problemOf, names, submit } = useKeyForm(settings, change)
  const focus = useFocusInvalid(change.error)
  return (
    <form {...focus} noValidate onSubmit={submit} className="flex flex-col gap-4">
      <h3 className="font-semibold text-ink">{t('provider.keys')}</h3>
      {names.map((name) => (
        <Field
          key={name}
          label={t(`provider.key.${settings.provider}.${name}`)}
          hint={settings.has_keys && name !== 'key_id' ? t('provider.kept') : undefined}
          error={problemOf(name)}
        >
          {(control) => (
            <TextInput
              {...control}
              dir="ltr"
              type={name === 'key_id' ? 'text' : 'password'}
              autoComplete={name === 'key_id' ? 'off' : 'new-password'}
              spellCheck={false}
              value={typed[name]}
              onChange={({ target }) => type(name, target.value)}
            />
          )}
        </Field>
      ))}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="secondary" pending={change.isPending}>
          {t('provider.save')}
        </Button>
        {settings.has_keys && (
          <Button variant="ghost" disabled={change.isPending} onClick={() => change.mutate({ kind: 'test' })}>
            {t('provider.test')}
          </Button>
        )}
      </div>
    </form>
  )
}

const useKeyForm = (
  { provider, has_keys: hasKeys, key_id: keyId }: PaymentProviderSettings,
  change: ProviderChange,
) => {
  const { t } = useTranslation('money')
  const [typed, setTyped] = useState<Typed>({ ...NOTHING, key_id: keyId ?? '' })
  const [isTried, setTried] = useState(false)
  const patterns: Partial<Record<KeyName, RegExp>> = keyPatterns[provider]
  const names = keyNames.filter((name) => name in patterns)
  const isKept = (name: KeyName) =>
    hasKeys && typed[name] === '' && !(name === 'secret' && typed.key_id !== (keyId ?? ''))
  const problem = (name: KeyName): string | null => {
    if (isKept(name)) return null
    if (typed[name].trim() === '') return t('provider.missing')
    return patterns[name]?.test(typed[name].trim()) ? null : t(`provider.wrong.${provider}.${name}`)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (change.isPending || names.some((name) => problem(name) !== null)) return
    const valueOf = (name: KeyName) => (typed[name].trim() === '' ? null : typed[name].trim())
    change.mutate(
      {
        kind: 'save',
        body: {
          key_id: valueOf('key_id'),
          secret: valueOf('secret'),
          webhook_secret: valueOf('webhook_secret'),
        },
      },
      {
        onSuccess: () => {
          setTyped({ ...NOTHING, key_id: typed.key_id })
          setTried(false)
        },
      },
    )
  }
  return {
    typed,
    names,
    submit,
    type: (name: KeyName, value: string) => setTyped({ ...typed, [name]: value }),
    problemOf: (name: KeyName) => (isTried ? problem(name) : null),
  }
}

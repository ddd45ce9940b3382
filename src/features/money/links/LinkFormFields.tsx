import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LINK_TITLE_MAX } from '#contract/money/payment-links.ts'
import { isApiError } from '#src/core/http/api-error.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Card } from '#src/shared/ui/content/Card.tsx'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Checkbox } from '#src/shared/ui/forms/Checkbox.tsx'
import { Field, type FieldControl } from '#src/shared/ui/forms/Field.tsx'
import { Segmented } from '#src/shared/ui/forms/Segmented.tsx'
import { Select } from '#src/shared/ui/forms/Select.tsx'
import { TextInput } from '#src/shared/ui/forms/TextInput.tsx'
import { draftOf, formIssues, lastDay, type LinkField, type LinkForm, type LinkIssues } from './link-draft.ts'
import { useCreateLink } from './links.queries.ts'

type Props = { first: LinkForm; today: string; onDone: (id: number) => void }

/** Beside the client's own. */
const CURRENCIES = ['INR', 'USD', 'EUR', 'GBP', 'AED', 'SAR']

/** The issues that the server names, as keys of `form.issues`. */
const KEYS: Readonly<Record<LinkField, string>> = {
  title: 'title',
  amount_minor: 'amount',
  part_minor: 'part',
  email: 'email',
  expires_on: 'expires',
  currency: 'currency',
}

const serverIssues = (error: unknown): LinkIssues => {
  const named = isApiError(error) ? Object.keys(error.fields ?? {}) : []
  return Object.fromEntries(Object.entries(KEYS).filter(([field]) => named.includes(field))) as LinkIssues
}

const useLinkForm = ({ first, today, onDone }: Props) => {
  const [form, setForm] = useState(first)
  const [isTried, setTried] = useState(false)
  // One key for one form: pressing twice makes one link.
  const [sent, setSent] = useState({ what: '', key: '' })
  const create = useCreateLink()
  const own = formIssues(form, today)
  const issues = { ...serverIssues(create.error), ...own }
  const submit = () => {
    setTried(true)
    if (Object.keys(own).length > 0) return
    const what = JSON.stringify(form)
    const key = sent.what === what ? sent.key : crypto.randomUUID()
    setSent({ what, key })
    create.mutate({ ...draftOf(form), idempotency_key: key }, { onSuccess: ({ link }) => onDone(link.id) })
  }
  return {
    form,
    first,
    issues: isTried ? issues : {},
    create,
    submit,
    change: (changes: Partial<LinkForm>) => {
      if (create.isError) create.reset()
      setForm({ ...form, ...changes })
    },
  }
}

type FormState = ReturnType<typeof useLinkForm>

export const LinkFormFields = (props: Props) => {
  const { t } = useTranslation('money/links')
  const state = useLinkForm(props)
  const { create, issues } = state
  return (
    <form
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        if (!create.isPending) state.submit()
      }}
    >
      <Card as="section" className="flex flex-col gap-5">
        <Text
          state={state}
          field="title"
          name="title"
          maxLength={LINK_TITLE_MAX}
          hint={t('form.titleHint')}
        />
        <AmountFields state={state} />
      </Card>
      <Card as="section" className="flex flex-col gap-5">
        <PersonFields state={state} />
      </Card>
      <Card as="section">
        <Text
          state={state}
          field="expires_on"
          name="expiresOn"
          type="date"
          min={props.today}
          max={lastDay(props.today)}
          hint={t('form.expiresHint')}
        />
      </Card>
      {create.isError && Object.keys(issues).length === 0 && (
        <Alert kind="error">{errorText(create.error, t('notSaved'))}</Alert>
      )}
      <Button type="submit" size="lg" block pending={create.isPending}>
        {t('form.create')}
      </Button>
    </form>
  )
}

type TextName = 'title' | 'amount' | 'part' | 'currency' | 'email' | 'expiresOn'
type TextProps = {
  state: FormState
  field: LinkField
  name: TextName
  hint?: string
  className?: string
} & Pick<Parameters<typeof TextInput>[0], 'type' | 'dir' | 'inputMode' | 'maxLength' | 'min' | 'max'>

const Text = ({ state, field, name, hint, className, ...input }: TextProps) => {
  const { t } = useTranslation('money/links')
  const issue = state.issues[field]
  return (
    <Field
      label={t(`form.${name}`)}
      required
      {...(hint !== undefined && { hint })}
      {...(className !== undefined && { className })}
      error={issue === undefined ? null : t(`form.issues.${issue}`)}
    >
      {(control: FieldControl) => (
        <TextInput
          {...control}
          {...input}
          autoComplete="off"
          value={state.form[name]}
          onChange={({ target }) => state.change({ [name]: target.value })}
        />
      )}
    </Field>
  )
}

const AmountFields = ({ state }: { state: FormState }) => {
  const { t } = useTranslation('money/links')
  const { form, change } = state
  return (
    <>
      <div className="flex gap-3">
        <Text
          state={state}
          field="amount_minor"
          name="amount"
          dir="ltr"
          inputMode="decimal"
          className="flex-1"
        />
        <Field
          label={t('form.currency')}
          className="w-28"
          error={state.issues.currency ? t('form.issues.currency') : null}
        >
          {(control) => (
            <Select
              {...control}
              value={form.currency}
              options={[...new Set([state.first.currency, ...CURRENCIES])].map((value) => ({
                value,
                label: value,
              }))}
              onChange={(currency) => change({ currency })}
            />
          )}
        </Field>
      </div>
      <Checkbox
        label={t('form.takesParts')}
        hint={t('form.takesPartsHint')}
        checked={form.takesParts}
        onChange={({ target }) => change({ takesParts: target.checked })}
      />
      {form.takesParts && <Text state={state} field="part_minor" name="part" dir="ltr" inputMode="decimal" />}
    </>
  )
}

const PersonFields = ({ state }: { state: FormState }) => {
  const { t } = useTranslation('money/links')
  const { form, change } = state
  return (
    <>
      <Segmented
        legend={t('form.forWhom')}
        value={form.isPersonal ? 'person' : 'anyone'}
        options={[
          { value: 'anyone', label: t('kind.anyone') },
          { value: 'person', label: t('kind.person') },
        ]}
        onChange={(kind) => change({ isPersonal: kind === 'person' })}
      />
      {form.isPersonal && (
        <>
          <Text state={state} field="email" name="email" type="email" dir="ltr" hint={t('form.emailHint')} />
          <div>
            <Checkbox
              label={t('form.mails')}
              checked={form.mails}
              onChange={({ target }) => change({ mails: target.checked })}
            />
            <Checkbox
              label={t('form.reminds')}
              checked={form.reminds}
              onChange={({ target }) => change({ reminds: target.checked })}
            />
          </div>
        </>
      )}
    </>
  )
}

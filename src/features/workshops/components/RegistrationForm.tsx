import { useTranslation } from 'react-i18next'
import type { Outcome, WorkshopPageData } from '#contract/workshops/public.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { TextInput } from '#src/shared/ui/forms/TextInput.tsx'
import { isolated } from '#src/shared/lib/text/isolated.ts'
import type { Account, Own } from '../api/public-calls.ts'
import {
  useFocusOnIssue,
  useRegistrationForm,
  type RegistrationFormState,
} from '../hooks/use-registration-form.ts'
import type { Issue } from '../model/form.ts'
import { AnswerField } from './AnswerField.tsx'

interface Props {
  page: WorkshopPageData
  account: Account | null
  onOutcome: (outcome: Outcome, email: string) => void
  onOwn: (own: Own) => void
}

const useIssueText = () => {
  const { t } = useTranslation('workshops')
  return (issue: Issue | undefined) => issue && t(`issues.${issue.key}`, { max: issue.max })
}

/** The form of a visitor or of a signed-in person, whose name and address are known. */
export const RegistrationForm = (props: Props) => {
  const { page, account } = props
  const { t } = useTranslation('workshops')
  const form = useRegistrationForm(props)
  const ref = useFocusOnIssue(form.failedAt)
  const issueText = useIssueText()
  const isWaiting = page.workshop.seats_left !== null && page.workshop.seats_left < 1
  const title = t(isWaiting ? 'form.waitingTitle' : 'form.title')
  return (
    <form ref={ref} noValidate aria-label={title} className="flex flex-col gap-5" onSubmit={form.onSubmit}>
      <div>
        <h2 className="text-xl font-bold text-ink">{title}</h2>
        {isWaiting && <p className="mt-1 text-sm text-ink-muted">{t('form.waitingText')}</p>}
      </div>
      <PersonFields form={form} account={account} />
      {page.fields.map((field) => (
        <AnswerField
          key={field.id}
          field={field}
          value={form.values.answers[field.id]}
          file={form.file}
          error={issueText(form.issues[field.id])}
          onChange={(answer) => form.setAnswer(field.id, answer)}
          onFile={(file) => form.setFile(field.id, file)}
        />
      ))}
      <Trap form={form} />
      {form.failure && <Alert kind="error">{t(`errors.${form.failure}`)}</Alert>}
      <Button type="submit" size="lg" block pending={form.isSending}>
        {form.isSending ? t('form.sending') : t(isWaiting ? 'form.join' : 'form.submit')}
      </Button>
    </form>
  )
}

const PersonFields = ({ form, account }: { form: RegistrationFormState; account: Account | null }) => {
  const { t } = useTranslation('workshops')
  const issueText = useIssueText()
  return (
    <>
      <Field label={t('form.name')} error={issueText(form.issues['name'])} required>
        {(control) => (
          <TextInput
            {...control}
            name="name"
            autoComplete="name"
            value={form.values.name}
            onChange={(event) => form.setPerson({ name: event.target.value })}
          />
        )}
      </Field>
      {account ? (
        <p className="text-sm text-ink-muted">{t('form.signedIn', { email: isolated(account.email) })}</p>
      ) : (
        <Field
          label={t('form.email')}
          hint={t('form.emailHint')}
          error={issueText(form.issues['email'])}
          required
        >
          {(control) => (
            <TextInput
              {...control}
              dir="ltr"
              name="email"
              type="email"
              autoComplete="email"
              value={form.values.email}
              onChange={(event) => form.setPerson({ email: event.target.value })}
            />
          )}
        </Field>
      )}
    </>
  )
}

/** A field that people neither see nor reach; whoever fills it in is a bot. */
const Trap = ({ form }: { form: RegistrationFormState }) => {
  const { t } = useTranslation('workshops')
  return (
    <div aria-hidden="true" className="sr-only">
      <label>
        {t('form.website')}
        <input
          name="website"
          type="text"
          tabIndex={-1}
          autoComplete="off"
          value={form.website}
          onChange={(event) => form.setWebsite(event.target.value)}
        />
      </label>
    </div>
  )
}

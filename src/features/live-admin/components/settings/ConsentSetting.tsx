import { useTranslation } from 'react-i18next'
import { clientConsentRules, type ClientConsentRule } from '#contract/live/shapes.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { Select } from '#src/shared/ui/forms/Select.tsx'
import { useConsentRule } from '../../api/live-admin.queries.ts'
import { FormSection } from '../editor/FormSection.tsx'

const CHOICES = ['hosts', ...clientConsentRules] as const
type Choice = (typeof CHOICES)[number]

/** What people may do who do not agree to a recording: for all sessions, or as the hosts decide. Saved at once. */
export const ConsentSetting = ({ rule }: { rule: ClientConsentRule | null }) => {
  const { t } = useTranslation('live-admin')
  const notify = useNotify()
  const { mutate, isPending, variables } = useConsentRule()
  const shown: Choice = (isPending ? variables : rule) ?? 'hosts'
  const change = (choice: Choice) =>
    mutate(choice === 'hosts' ? null : choice, {
      onSuccess: () => notify({ kind: 'success', title: t('settings.consent.saved') }),
      onError: (error) => notify({ kind: 'error', title: errorText(error, t('settings.consent.failed')) }),
    })
  return (
    <FormSection title={t('settings.consent.title')}>
      <Field label={t('settings.consent.label')} hint={t(`settings.consent.${shown}Hint`)}>
        {(control) => (
          <Select
            {...control}
            value={shown}
            disabled={isPending}
            className="max-w-md"
            options={CHOICES.map((value) => ({ value, label: t(`settings.consent.${value}`) }))}
            onChange={change}
          />
        )}
      </Field>
    </FormSection>
  )
}

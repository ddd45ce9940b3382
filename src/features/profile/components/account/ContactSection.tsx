import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { OwnProfile } from '#contract/profile/profile.ts'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { TextInput } from '#src/shared/ui/forms/TextInput.tsx'
import { useSectionForm } from '../../hooks/use-section-form.ts'
import { checkContact, contactFormOf, type ContactForm } from '../../model/profile-form.ts'
import { Section } from '../Section.tsx'
import { SectionActions } from '../SectionActions.tsx'
import { PhoneField } from './PhoneField.tsx'

/** The country that the device is probably in. */
const deviceCountry = () => {
  try {
    return new Intl.Locale(navigator.language).maximize().region ?? 'IN'
  } catch {
    return 'IN'
  }
}

/** E-mail and username are shown but never edited (spec 5); phone number and links have a form. */
export const ContactSection = ({ profile }: { profile: OwnProfile }) => {
  const { t } = useTranslation('profile')
  const { form, change, errors, formProps, ...actions } = useSectionForm<ContactForm>({
    name: 'profile-contact',
    start: contactFormOf(profile, deviceCountry()),
    check: checkContact,
    formOf: (saved) => contactFormOf(saved, deviceCountry()),
  })
  const optional = t('form.optional')
  return (
    <Section id="contact" title={t('account.title')}>
      <dl className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
        <Fact term={t('account.email')}>
          <span dir="ltr">{profile.email}</span>
        </Fact>
        <Fact term={t('account.username')}>
          <span dir="auto">{profile.username}</span>
        </Fact>
      </dl>
      <p className="mt-3 max-w-reading text-sm text-ink-muted">{t('account.fixed')}</p>
      <form {...formProps} aria-label={t('account.title')} className="mt-8 grid gap-5">
        <PhoneField form={form} error={errors.phone} onChange={change} />
        <Field
          label={t('account.professional')}
          error={errors.professional}
          optionalLabel={optional}
          hint={t('account.professionalHint')}
        >
          {(control) => (
            <TextInput
              {...control}
              dir="ltr"
              inputMode="url"
              autoComplete="url"
              placeholder="linkedin.com/in/…"
              value={form.professional}
              onChange={({ target }) => change({ professional: target.value })}
            />
          )}
        </Field>
        <Field
          label={t('account.code')}
          error={errors.code}
          optionalLabel={optional}
          hint={t('account.codeHint')}
        >
          {(control) => (
            <TextInput
              {...control}
              dir="ltr"
              inputMode="url"
              placeholder="github.com/…"
              value={form.code}
              onChange={({ target }) => change({ code: target.value })}
            />
          )}
        </Field>
        <SectionActions {...actions} />
      </form>
    </Section>
  )
}

const Fact = ({ term, children }: { term: string; children: ReactNode }) => (
  <div className="min-w-0">
    <dt className="text-sm text-ink-muted">{term}</dt>
    <dd className="mt-0.5 font-medium break-words">{children}</dd>
  </div>
)

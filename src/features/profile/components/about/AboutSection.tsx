import { useTranslation } from 'react-i18next'
import { AGE_MAX, BIO_MAX } from '#contract/profile/limits.ts'
import type { OwnProfile } from '#contract/profile/profile.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { formatNumber } from '#src/shared/lib/format.ts'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { TextArea, TextInput } from '#src/shared/ui/forms/TextInput.tsx'
import { useSectionForm } from '../../hooks/use-section-form.ts'
import { aboutFormOf, checkAbout, type AboutForm } from '../../model/profile-form.ts'
import { PictureField } from '../picture/PictureField.tsx'
import { Section } from '../Section.tsx'
import { SectionActions } from '../SectionActions.tsx'

/** Today on this device, YYYY-MM-DD. */
const localDay = (now = new Date()) =>
  [now.getFullYear(), now.getMonth() + 1, now.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-')

/** Picture, name, date of birth and bio. */
export const AboutSection = ({ profile }: { profile: OwnProfile }) => {
  const { t } = useTranslation('profile')
  const language = useLanguage()
  const today = localDay()
  const { form, change, errors, formProps, ...actions } = useSectionForm({
    name: 'profile-about',
    start: aboutFormOf(profile),
    check: (values) => checkAbout(values, today),
    formOf: aboutFormOf,
  })
  const optional = t('form.optional')
  return (
    <Section id="about" title={t('about.title')} text={t('about.text')}>
      <PictureField profile={profile} />
      <form {...formProps} aria-label={t('about.title')} className="mt-8 grid gap-5">
        <NameFields form={form} errors={errors} change={change} />
        <Field
          label={t('about.birthDate')}
          error={errors.birthDate}
          optionalLabel={optional}
          hint={t('about.birthDateHint')}
          className="sm:max-w-[calc(50%-0.625rem)]"
        >
          {(control) => (
            <TextInput
              {...control}
              type="date"
              dir="ltr"
              autoComplete="bday"
              min={`${Number(today.slice(0, 4)) - AGE_MAX}-01-01`}
              max={today}
              value={form.birthDate}
              onChange={({ target }) => change({ birthDate: target.value })}
            />
          )}
        </Field>
        <Field
          label={t('about.bio')}
          error={errors.bio}
          optionalLabel={optional}
          hint={t('about.bioHint')}
          aside={
            <span className="text-sm text-ink-muted tabular-nums">
              {t('about.left', { left: formatNumber(BIO_MAX - form.bio.trim().length, language) })}
            </span>
          }
        >
          {(control) => (
            <TextArea
              {...control}
              rows={5}
              value={form.bio}
              onChange={({ target }) => change({ bio: target.value })}
            />
          )}
        </Field>
        <SectionActions {...actions} />
      </form>
    </Section>
  )
}

interface NameProps {
  form: AboutForm
  errors: Partial<Record<keyof AboutForm, string>>
  change: (next: Partial<AboutForm>) => void
}

const NameFields = ({ form, errors, change }: NameProps) => {
  const { t } = useTranslation('profile')
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <Field label={t('about.first')} error={errors.first} required>
        {(control) => (
          <TextInput
            {...control}
            autoComplete="given-name"
            value={form.first}
            onChange={({ target }) => change({ first: target.value })}
          />
        )}
      </Field>
      <Field label={t('about.last')} error={errors.last} optionalLabel={t('form.optional')}>
        {(control) => (
          <TextInput
            {...control}
            autoComplete="family-name"
            value={form.last}
            onChange={({ target }) => change({ last: target.value })}
          />
        )}
      </Field>
    </div>
  )
}

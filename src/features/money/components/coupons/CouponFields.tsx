import { useQuery } from '@tanstack/react-query'
import type { InputHTMLAttributes } from 'react'
import { useTranslation } from 'react-i18next'
import { COUPON_COURSES_MAX, COUPONS_AT_ONCE_MAX } from '#contract/money/coupons.ts'
import { Checkbox } from '#src/shared/ui/forms/Checkbox.tsx'
import { CoursePicker } from '#src/core/editing/CoursePicker.tsx'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { Segmented } from '#src/shared/ui/forms/Segmented.tsx'
import { Select } from '#src/shared/ui/forms/Select.tsx'
import { TextInput } from '#src/shared/ui/forms/TextInput.tsx'
import { pricedCoursesQuery } from '../../api/coupons.queries.ts'
import { couponScopes, type CouponForm, type CouponIssues } from '../../model/coupon-form.ts'

type Props = {
  form: CouponForm
  currency: string
  issues: CouponIssues
  onChange: (change: Partial<CouponForm>) => void
}

type TextField = 'code' | 'count' | 'title' | 'value' | 'usesMax' | 'personMax' | 'startsOn' | 'endsOn'
type Line = {
  field: TextField
  label: string
  hint?: string
  isOptional?: boolean
  input?: InputHTMLAttributes<HTMLInputElement>
}

const NUMBER = { dir: 'ltr', inputMode: 'numeric' } as const
const DATE = { dir: 'ltr', type: 'date' } as const

type LineProps = Omit<Props, 'currency'> & Line

const TextLine = ({
  form,
  issues,
  onChange,
  field,
  label,
  hint,
  isOptional = false,
  input = {},
}: LineProps) => {
  const { t } = useTranslation('money')
  const issue = issues[field]
  return (
    <Field
      label={label}
      {...(hint && { hint })}
      required={!isOptional}
      {...(isOptional && { optionalLabel: t('optional') })}
      error={issue && t(`coupons.issue.${issue}`, { max: COUPONS_AT_ONCE_MAX })}
    >
      {(control) => (
        <TextInput
          {...control}
          {...input}
          autoComplete="off"
          value={form[field]}
          onChange={({ target }) => onChange({ [field]: target.value })}
        />
      )}
    </Field>
  )
}

/** What a coupon is, for whom, how often and when. */
export const CouponFields = ({ currency, ...rest }: Props) => {
  const { t } = useTranslation('money')
  const { form, onChange } = rest
  return (
    <>
      <Segmented
        legend={t('coupons.how')}
        value={form.how}
        options={[
          { value: 'own', label: t('coupons.own') },
          { value: 'many', label: t('coupons.many') },
        ]}
        onChange={(how) => onChange({ how })}
      />
      {form.how === 'own' ? (
        <TextLine
          {...rest}
          field="code"
          label={t('coupons.code')}
          hint={t('coupons.codeHint')}
          input={{ dir: 'ltr', autoCapitalize: 'characters' }}
        />
      ) : (
        <TextLine
          {...rest}
          field="count"
          label={t('coupons.howMany')}
          hint={t('coupons.manyHint')}
          input={NUMBER}
        />
      )}
      <TextLine
        {...rest}
        field="title"
        label={t('coupons.name')}
        hint={t('coupons.nameHint')}
        input={{ maxLength: 120 }}
      />
      <Segmented
        legend={t('coupons.discount')}
        value={form.kind}
        options={[
          { value: 'percent', label: t('coupons.percent') },
          { value: 'amount', label: t('coupons.amount', { currency }) },
        ]}
        onChange={(kind) => onChange({ kind })}
      />
      <TextLine
        {...rest}
        field="value"
        label={form.kind === 'percent' ? t('coupons.percent') : t('coupons.amount', { currency })}
        input={{ dir: 'ltr', inputMode: 'decimal' }}
      />
      <Limits {...rest} />
    </>
  )
}

const Limits = (props: Omit<Props, 'currency'>) => {
  const { t } = useTranslation('money')
  const { form, onChange } = props
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextLine
          {...props}
          field="usesMax"
          label={t(form.how === 'own' ? 'coupons.usesMax' : 'coupons.usesEach')}
          hint={t('coupons.usesMaxHint')}
          isOptional
          input={NUMBER}
        />
        <TextLine {...props} field="personMax" label={t('coupons.personMax')} input={NUMBER} />
        <TextLine {...props} field="startsOn" label={t('coupons.startsOn')} isOptional input={DATE} />
        <TextLine {...props} field="endsOn" label={t('coupons.endsOn')} isOptional input={DATE} />
      </div>
      <Field label={t('coupons.for')}>
        {(control) => (
          <Select
            {...control}
            value={form.of}
            options={couponScopes.map((value) => ({ value, label: t(`coupons.programme.${value}`) }))}
            onChange={(of) => onChange({ of })}
          />
        )}
      </Field>
      {form.of === 'chosen' && <Courses {...props} />}
      <Checkbox
        label={t('coupons.firstOnly')}
        hint={t('coupons.firstHint')}
        checked={form.firstOnly}
        onChange={({ target }) => onChange({ firstOnly: target.checked })}
      />
    </>
  )
}

const Courses = ({ form, issues, onChange }: Omit<Props, 'currency'>) => {
  const { t } = useTranslation('money')
  const courses = useQuery(pricedCoursesQuery())
  return (
    <CoursePicker
      label={t('coupons.courses')}
      courses={courses.data?.filter(({ has_price: hasPrice }) => hasPrice)}
      chosen={form.courses}
      max={COUPON_COURSES_MAX}
      error={courses.isError ? t('coupons.coursesFailed') : issues.courses && t('coupons.issue.courses')}
      onChange={(ids) => onChange({ courses: ids })}
    />
  )
}

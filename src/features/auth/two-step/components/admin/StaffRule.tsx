import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { errorText } from '#src/core/http/error-text.ts'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { Card } from '#src/shared/ui/content/Card.tsx'
import { Skeleton } from '#src/shared/ui/feedback/Skeleton.tsx'
import { Switch } from '#src/shared/ui/forms/Switch.tsx'
import { rulesQuery, useSetRules } from '../../api/sign-in-admin.queries.ts'

/** Whether staff need a second step. The switch moves once the server has stored it. */
export const StaffRule = () => {
  const { t } = useTranslation('auth/two-step')
  const notify = useNotify()
  const { data } = useQuery(rulesQuery())
  const set = useSetRules()
  if (!data) return <Skeleton height={88} />
  return (
    <Card>
      <Switch
        label={t('admin.rule')}
        hint={t('admin.ruleHint')}
        checked={data.staff_second_step}
        disabled={set.isPending}
        onChange={(isRequired) =>
          set.mutate(isRequired, {
            onSuccess: () => notify({ kind: 'success', title: t('admin.ruleSaved') }),
            onError: (error) => notify({ kind: 'error', title: errorText(error, t('failed')) }),
          })
        }
      />
    </Card>
  )
}

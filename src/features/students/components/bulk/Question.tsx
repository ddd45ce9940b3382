import { useTranslation } from 'react-i18next'
import type { BulkAction, BulkKind } from '#contract/students/bulk.ts'
import type { StudentRow } from '#contract/students/students.ts'
import { GroupDialog } from '../groups/GroupDialog.tsx'
import { AccessDialog } from './AccessDialog.tsx'
import { CourseDialog } from './CourseDialog.tsx'
import { MessageDialog } from './MessageDialog.tsx'
import { RoleDialog } from './RoleDialog.tsx'
import { SureDialog } from './SureDialog.tsx'

interface Props {
  kind: BulkKind
  count: number
  /** Null: everybody whom the filters match. */
  rows: readonly StudentRow[] | null
  isPending: boolean
  onClose: () => void
  onAct: (action: BulkAction) => void
}

/** What an action needs to know, or whether it is meant. */
export const Question = ({ kind, rows, onAct, ...common }: Props) => {
  switch (kind) {
    case 'enrol':
    case 'unenrol':
      return <CourseDialog {...common} kind={kind} onChoose={(id) => onAct({ kind, course_id: id })} />
    case 'join':
    case 'leave':
      return (
        <GroupDialog {...common} kind={kind} rows={rows} onChoose={(id) => onAct({ kind, group_id: id })} />
      )
    case 'access':
      return <AccessDialog {...common} onChoose={(access) => onAct({ kind, ...access })} />
    case 'role':
      return <RoleDialog {...common} onChoose={(role) => onAct({ kind, role })} />
    case 'message':
      return <Message {...common} onAct={onAct} />
    case 'activate':
    case 'deactivate':
    case 'password':
      return <SureDialog {...common} kind={kind} onConfirm={() => onAct({ kind })} />
  }
}

const Message = ({ count, onAct, ...dialog }: Pick<Props, 'count' | 'isPending' | 'onClose' | 'onAct'>) => {
  const { t } = useTranslation('students')
  return (
    <MessageDialog
      {...dialog}
      title={t('message.title', { count })}
      about={t('message.about')}
      onSend={(message) => onAct({ kind: 'message', ...message })}
    />
  )
}

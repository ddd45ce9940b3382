import { selectClientInfo } from '#src/core/client-config/client-config-slice.ts'
import { isFeatureOff } from '#src/core/client-config/features.ts'
import { useAppSelector } from '#src/core/store/hooks.ts'
import { AdminDashboardPage } from '#src/features/dashboard/index.ts'
import { WriteToPerson } from '#src/features/students/index.ts'

/** /admin/dashboard, from which staff write to learners at risk. */
export const DashboardPage = () => {
  const isOff = useAppSelector((state) => isFeatureOff(selectClientInfo(state), 'admin_manage_students'))
  return (
    <AdminDashboardPage
      write={isOff ? null : (learner, draft) => <WriteToPerson person={learner} draft={draft} />}
    />
  )
}

import { TwoStepCard } from '#src/features/auth/index.ts'
import { MyActivity } from '#src/features/leaderboard/index.ts'
import { NotificationSettings } from '#src/features/notifications/index.ts'
import { ProfilePage } from '#src/features/profile/index.ts'
import { OwnPayments } from '#src/features/programmes/index.ts'

/** /user-profile: the profile with the learner's activity and notification settings (spec 2: Profile). */
export const UserProfilePage = () => (
  <ProfilePage
    activity={<MyActivity />}
    payments={<OwnPayments />}
    notifications={<NotificationSettings />}
    twoStep={<TwoStepCard />}
  />
)

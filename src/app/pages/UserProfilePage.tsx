import { MyActivity } from '#src/features/leaderboard/index.ts'
import { ProfilePage } from '#src/features/profile/index.ts'

/** /user-profile: the profile with what the learner's time came to (spec §2 "Profile"). */
export const UserProfilePage = () => <ProfilePage activity={<MyActivity />} />

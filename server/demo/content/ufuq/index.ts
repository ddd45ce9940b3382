import type { WrittenCourse } from '../course-kit.ts'

export const ufuqCourses: readonly WrittenCourse[] = []

import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/auth/auth.ts'
import { deviceKey } from '#contract/auth/device-key.ts'
import { mount, type RequestPipeline } from '#server/core/http/pipeline.ts'
import { createDeviceKeys } from './sessions/device-key.service.ts'
import { createGoogleLogin } from './google/google.service.ts'
import { createLogin } from './passwords/login.service.ts'
import type { AuthDependencies } from './dependencies.ts'
import {
  createChangePassword,
  createForgotPassword,
  createResetPassword,
} from './passwords/passwords.service.ts'
import { createLogout, createRefresh } from './sessions/refresh.service.ts'
import { createSessionsService } from './sessions/sessions.service.ts'
import { createResend, createSignup } from './codes/signup.service.ts'
import { createVerifyEmail } from './codes/verify-email.service.ts'

/** Mounts every endpoint of contract/auth/auth.ts and contract/auth/device-key.ts. */
export const registerAuthRoutes = (
  app: FastifyInstance,
  pipeline: RequestPipeline,
  dependencies: AuthDependencies,
): void => {
  const login = createLogin(dependencies)
  const refresh = createRefresh(dependencies)
  const googleLogin = createGoogleLogin(dependencies)
  const signup = createSignup(dependencies)
  const resend = createResend(dependencies)
  const verifyEmail = createVerifyEmail(dependencies)
  const forgotPassword = createForgotPassword(dependencies)
  const resetPassword = createResetPassword(dependencies)
  const changePassword = createChangePassword(dependencies)
  const logout = createLogout(dependencies)
  const sessions = createSessionsService(dependencies)
  const deviceKeys = createDeviceKeys(dependencies.secrets.devices)

  mount(app, pipeline, contract.login, (scope, { body }) => login(scope, body))
  mount(app, pipeline, contract.refresh, (scope, { body }) => refresh(scope, body))
  mount(app, pipeline, contract.googleLogin, (scope, { body }) => googleLogin(scope, body))
  mount(app, pipeline, contract.signup, (scope, { body }) => signup(scope, body))
  mount(app, pipeline, contract.resendVerification, (scope, { body }) => resend(scope, body))
  mount(app, pipeline, contract.verifyEmail, (scope, { body }) => verifyEmail(scope, body))
  mount(app, pipeline, contract.forgotPassword, (scope, { body }) => forgotPassword(scope, body))
  mount(app, pipeline, contract.resetPassword, (scope, { body }) => resetPassword(scope, body))
  mount(app, pipeline, contract.changePassword, (scope, { body }) => changePassword(scope, body))
  mount(app, pipeline, contract.logout, (scope, { body }) => logout(scope, body))
  mount(app, pipeline, contract.listSessions, (scope) => sessions.list(scope))
  mount(app, pipeline, contract.endSession, (scope, { params }) => sessions.end(scope, params.sessionId))
  mount(app, pipeline, contract.endOtherSessions, (scope) => sessions.endOthers(scope))
  mount(app, pipeline, contract.me, (scope) => sessions.me(scope))
  mount(app, pipeline, deviceKey, async ({ tenant, actor }) => deviceKeys(tenant.clientId, actor.userId))
}

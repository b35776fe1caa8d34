import { useQuery } from '@tanstack/react-query'
import type { StaffMember } from '#contract/admin/staff.ts'
import { EMAIL_MAX, USERNAME_MAX } from '#contract/limits.ts'
import { ROLES, type Role } from '#contract/roles.ts'
import { secondFactorQuery } from '#web/accounts/second-factor.queries.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { useSession } from '#web/session/useSession.ts'
import { Field, Select } from '#web/ui/Field.tsx'
import { Switch } from '#web/ui/Switch.tsx'
import { Tag } from '#web/ui/Tag.tsx'
import { AdminPage } from '../parts/AdminPage.tsx'
import { EntityDialog, type EntityFormProps } from '../parts/EntityDialog.tsx'
import { EntityList } from '../parts/EntityList.tsx'
import styles from '../parts/Form.module.css'
import { ResetSecondFactor, SecondFactorRule } from './SecondFactorRule.tsx'
import { staff } from './staff.queries.ts'

export default function StaffScreen() {
  const t = useT()
  const { user } = useSession()
  return (
    <AdminPage
      title={t('admin.staff')}
      queries={[useQuery(secondFactorQuery), useQuery(staff.query)]}
    >
      <SecondFactorRule />
      <EntityList
        title={t('admin.staffAccounts')}
        add={t('admin.newMember')}
        query={useQuery(staff.query)}
        nameOf={({ name }) => name}
        switchedOn="usable"
        list={staff}
        // Nobody can change their own entry; the server would reject it, too.
        fixed={({ id }) => (id === user?.id ? <Tag>{t('admin.thatIsYou')}</Tag> : null)}
        removeText={t('admin.removeMemberText')}
        dialog={(form) => <MemberDialog {...form} />}
      >
        {(member) => <Member member={member} />}
      </EntityList>
    </AdminPage>
  )
}

function Member({ member }: { member: StaffMember }) {
  const { id, name, email, role, is_invited, has_second_factor } = member
  const t = useT()
  const { user } = useSession()
  return (
    <div className={styles.thing}>
      <strong>
        <bdi>{name}</bdi>
      </strong>
      <span className="quiet">
        <bdi dir="ltr">{email}</bdi>
      </span>
      <span className="quiet">{t(`admin.role.${role}`)}</span>
      {is_invited && <span className="quiet">{t('admin.invited')}</span>}
      {has_second_factor && (
        <span className="quiet">
          {t('admin.hasSecondFactor')} {user?.id !== id && <ResetSecondFactor member={member} />}
        </span>
      )}
    </div>
  )
}

function MemberDialog({ entity: member, onClose }: EntityFormProps<StaffMember>) {
  const t = useT()
  return (
    <EntityDialog
      title={t(member ? 'admin.editMember' : 'admin.newMember')}
      about="staff"
      entity={member}
      list={staff}
      read={(values) => ({
        name: values.text('name'),
        email: member?.email ?? values.text('email'),
        role: values.text('role') as Role,
        is_active: member ? values.isOn('is_active') : true,
      })}
      onClose={onClose}
    >
      <Field
        label={t('admin.name')}
        name="name"
        required
        maxLength={USERNAME_MAX}
        defaultValue={member?.name}
      />
      {!member && (
        <Field
          label={t('auth.email')}
          name="email"
          type="email"
          dir="ltr"
          required
          maxLength={EMAIL_MAX}
        />
      )}
      <Select
        label={t('admin.role')}
        name="role"
        defaultValue={member?.role ?? 'orders'}
        options={ROLES.map((role) => ({ value: role, text: t(`admin.role.${role}`) }))}
      />
      {member && (
        <Switch label={t('admin.usable')} name="is_active" defaultChecked={member.is_active} />
      )}
    </EntityDialog>
  )
}

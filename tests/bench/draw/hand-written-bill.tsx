import { Button, ConfigProvider, Flex, Table, Typography } from 'antd'
import { antdTheme } from '../../../client/parts/antd.tsx'
import { defaultTheme } from '../../../client/parts/default-theme.ts'
import type { BillContent } from './bill-content.ts'

const theme = antdTheme(defaultTheme, { isStill: true, canHover: true })

/** The same Billing page, written by hand with antd components. Details are drawn when they are opened. */
export function HandWrittenBill({ json }: { json: string }) {
  const { title, balance, pay, columns, visits } = JSON.parse(json) as BillContent // made by billContentOf
  const tableColumns = columns.map(({ id, label, align }) => ({ key: id, dataIndex: id, title: label, align }))
  return (
    <ConfigProvider theme={theme} wave={{ disabled: true }}>
      <Flex vertical gap={24} style={{ maxWidth: 1120, margin: '0 auto' }}>
        <Typography.Title level={1}>{title}</Typography.Title>
        <Typography.Title level={2}>{balance}</Typography.Title>
        <Flex gap={12}>
          {pay.map((text) => (
            <Button key={text}>{text}</Button>
          ))}
        </Flex>
        {visits.map(({ title: day, facility, more, rows }) => (
          <section key={day}>
            <Typography.Title level={2}>{day}</Typography.Title>
            <Typography.Text type="secondary">{facility}</Typography.Text>
            <Table rowKey="id" columns={tableColumns} dataSource={rows} pagination={false} />
            <Button>{more}</Button>
          </section>
        ))}
      </Flex>
    </ConfigProvider>
  )
}

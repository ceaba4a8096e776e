import { LeftOutlined, RightOutlined } from '@ant-design/icons'
import { Button, Card, Col, ConfigProvider, DatePicker, Descriptions, Flex, Row, Steps, Typography } from 'antd'
import dayjs from 'dayjs'
import { antdTheme } from '../../../client/parts/antd.tsx'
import { defaultTheme } from '../../../client/parts/default-theme.ts'
import type { SlotContent } from './content.ts'
import { HandWrittenLane } from './hand-written-lane.tsx'

const theme = antdTheme(defaultTheme, { isStill: true, canHover: true })

/** The same slot page, written by hand with antd components. */
export function HandWritten({ json }: { json: string }) {
  const content = JSON.parse(json) as SlotContent // made by contentOf
  const { title, steps, step, lanes, rows, more, less } = content
  return (
    <ConfigProvider theme={theme} wave={{ disabled: true }}>
      <Flex vertical gap={24} style={{ maxWidth: 1120, margin: '0 auto' }}>
        <Typography.Title level={1}>{title}</Typography.Title>
        <Steps current={step} items={steps.map((name) => ({ title: name }))} />
        <Choices choices={content.choices} />
        <Strip content={content} />
        {lanes.map((lane) => (
          <HandWrittenLane key={lane.id} lane={lane} rows={rows} more={more} less={less} />
        ))}
      </Flex>
    </ConfigProvider>
  )
}

function Choices({ choices }: Pick<SlotContent, 'choices'>) {
  return (
    <Card>
      <Descriptions
        column={1}
        items={choices.map(({ id, name, value, change }) => ({
          key: id,
          label: name,
          children: (
            <Flex justify="space-between" flex={1}>
              <Typography.Text>{value}</Typography.Text>
              {change && (
                <Typography.Link href={change.to} aria-label={`${change.label} ${change.about}`}>
                  {change.label}
                </Typography.Link>
              )}
            </Flex>
          ),
        }))}
      />
    </Card>
  )
}

function Strip({ content: { strip, picker } }: { content: SlotContent }) {
  return (
    <Card>
      <Flex justify="space-between" align="center">
        <Flex align="center" gap={8}>
          <Button type="text" disabled icon={<LeftOutlined />} aria-label="Previous" />
          <Typography.Title level={2}>{strip.title}</Typography.Title>
          <Button type="text" href={strip.next} icon={<RightOutlined />} aria-label={strip.nextLabel} />
        </Flex>
        <Flex vertical>
          <Typography.Text>{picker.label}</Typography.Text>
          <DatePicker
            value={dayjs(picker.value)}
            minDate={dayjs(picker.min)}
            maxDate={picker.max ? dayjs(picker.max) : undefined}
            format="MM/DD/YYYY"
            allowClear={false}
          />
        </Flex>
      </Flex>
      <Row gutter={8}>
        {strip.days.map(({ day, weekday, text, about, today, to }) => (
          <Col key={day} flex={1}>
            <Button block type={today ? 'primary' : 'default'} href={to} aria-label={about}>
              {weekday} {text}
            </Button>
          </Col>
        ))}
      </Row>
    </Card>
  )
}

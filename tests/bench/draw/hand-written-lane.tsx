import { ClockCircleOutlined } from '@ant-design/icons'
import { Avatar, Button, Card, Col, Divider, Flex, Row, Typography } from 'antd'
import { useState } from 'react'
import type { LaneContent } from './content.ts'

interface LaneProps {
  lane: LaneContent
  rows: number
  more: string
  less: string
}

/** One provider and the times of seven days. */
export function HandWrittenLane({ lane, rows, more, less }: LaneProps) {
  const [all, setAll] = useState(false)
  const shown = lane.days.map(({ times, ...day }) => ({ ...day, times: all ? times : times.slice(0, rows) }))
  const hasMore = lane.days.some(({ times }) => times.length > rows)
  return (
    <Card>
      <Flex gap={12} align="start">
        <Avatar>{lane.initials}</Avatar>
        <Flex vertical flex={1}>
          <Typography.Title level={3}>{lane.title}</Typography.Title>
          <Typography.Text type="secondary">{lane.line}</Typography.Text>
        </Flex>
        {!lane.empty && (
          <Typography.Text type="secondary">
            <ClockCircleOutlined /> {lane.zone}
          </Typography.Text>
        )}
      </Flex>
      {lane.empty ? (
        <Typography.Paragraph>{lane.empty}</Typography.Paragraph>
      ) : (
        <Days days={shown} parts={lane.parts} />
      )}
      {hasMore && (
        <Flex justify="center">
          <Button type="link" aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? less : more}
          </Button>
        </Flex>
      )}
    </Card>
  )
}

function Days({ days, parts }: Pick<LaneContent, 'days' | 'parts'>) {
  return (
    <>
      <Row gutter={8}>
        {days.map(({ day, heading, none, times }) => (
          <Col key={day} flex={1}>
            <Typography.Text strong>{heading}</Typography.Text>
            {times.length === 0 && <Typography.Text type="secondary">{none}</Typography.Text>}
          </Col>
        ))}
      </Row>
      {parts.map((part) => (
        <Part key={part.id} days={days} part={part} />
      ))}
    </>
  )
}

function Part({ days, part }: { days: LaneContent['days']; part: LaneContent['parts'][number] }) {
  const inPart = days.map(({ day, times }) => ({ day, times: times.filter((time) => time.part === part.id) }))
  if (inPart.every(({ times }) => times.length === 0)) return null
  return (
    <>
      <Divider titlePlacement="start">{part.text}</Divider>
      <Row gutter={8}>
        {inPart.map(({ day, times }) => (
          <Col key={day} flex={1}>
            <Flex vertical gap={8}>
              {times.map(({ id, text, about }) => (
                <Button key={id} block aria-label={about}>
                  {text}
                </Button>
              ))}
            </Flex>
          </Col>
        ))}
      </Row>
    </>
  )
}
